import { useState } from 'react';
import type { ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ProductDraft } from '#sync/api/admin-api.ts';
import { checkFields } from './check-draft.ts';
import type { FieldProblems } from './check-draft.ts';

/** Problems shown in a form. */
export interface ShownProblems {
  readonly problems: FieldProblems;
  /** Whether they were just found: the first invalid field gets the focus. */
  readonly isNew: boolean;
}

export interface ProductFormState {
  readonly shown: ShownProblems;
  readonly setField: (name: string, value: string | number) => void;
  readonly setId: (text: string) => void;
  readonly setLinks: (links: string) => void;
  /** Shows problems at their fields and focuses the first one. */
  readonly showProblems: (problems: FieldProblems) => void;
  /** Returns the validated fields; undefined after showing their problems and those of `more`. */
  readonly check: (more?: FieldProblems) => ProductFields | undefined;
}

/** Returns the setters and the validation of a form. */
export function useProductForm(
  offer: OfferKind,
  draft: ProductDraft | undefined,
  change: (update: (draft: ProductDraft) => ProductDraft) => void,
): ProductFormState {
  const [shown, setShown] = useState<ShownProblems>({ problems: {}, isNew: false });

  const showProblems = (problems: FieldProblems): void => setShown({ problems, isNew: true });
  const clearProblem = (name: string): void =>
    setShown(({ problems }) => ({
      problems: Object.fromEntries(Object.entries(problems).filter(([other]) => other !== name)),
      isNew: false,
    }));

  return {
    shown,
    setField: (name, value) => {
      clearProblem(name);
      change((last) => ({ ...last, fields: { ...last.fields, [name]: value } }));
    },
    setId: (id) => {
      clearProblem('id');
      change((last) => ({ ...last, id, isOwnId: true }));
    },
    setLinks: (links) => change((last) => ({ ...last, links })),
    showProblems,
    check: (more = {}) => {
      const checked = checkFields(offer, draft?.fields ?? {});
      const problems = { ...more, ...(!checked.ok && checked.problems) };
      showProblems(problems);
      return checked.ok && Object.keys(problems).length === 0 ? checked.fields : undefined;
    },
  };
}
