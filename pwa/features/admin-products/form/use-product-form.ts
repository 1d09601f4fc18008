import { useState } from 'react';
import type { ProductFields } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ProductDraft } from '#sync/admin/admin-api.ts';
import { checkFields } from './check-draft.ts';
import type { FieldProblems } from './check-draft.ts';

/** What is said of a form. */
export interface ShownProblems {
  readonly problems: FieldProblems;
  /** Nobody has looked at them yet. */
  readonly isNew: boolean;
}

export interface ProductFormState {
  readonly told: ShownProblems;
  readonly setField: (name: string, value: string | number) => void;
  readonly setId: (text: string) => void;
  readonly setLinks: (links: string) => void;
  /** Says what is wrong at each field, and brings the first of them to whoever writes. */
  readonly tell: (problems: FieldProblems) => void;
  /** The fields as the server takes them; undefined when something is wrong with them, which is told then. */
  readonly check: (more?: FieldProblems) => ProductFields | undefined;
}

/** What is written in a form, and what is wrong with it. */
export function useProductForm(
  offer: OfferKind,
  draft: ProductDraft | undefined,
  change: (update: (draft: ProductDraft) => ProductDraft) => void,
): ProductFormState {
  const [told, setShownProblems] = useState<ShownProblems>({ problems: {}, isNew: false });

  const tell = (problems: FieldProblems): void => setShownProblems({ problems, isNew: true });
  const forget = (name: string): void =>
    setShownProblems(({ problems }) => ({
      problems: Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name)),
      isNew: false,
    }));

  return {
    told,
    setField: (name, value) => {
      forget(name);
      change((last) => ({ ...last, fields: { ...last.fields, [name]: value } }));
    },
    setId: (id) => {
      forget('id');
      change((last) => ({ ...last, id, isOwnId: true }));
    },
    setLinks: (links) => change((last) => ({ ...last, links })),
    tell,
    check: (more = {}) => {
      const checked = checkFields(offer, draft?.fields ?? {});
      const problems = { ...more, ...(!checked.ok && checked.problems) };
      tell(problems);
      return checked.ok && Object.keys(problems).length === 0 ? checked.fields : undefined;
    },
  };
}
