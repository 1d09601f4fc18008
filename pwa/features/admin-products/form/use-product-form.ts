import { useState } from 'react';
import { PRODUCT_DEFAULTS, PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ProductDraft } from '#sync/api/admin-api.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { amountProblem, toWireAmount } from '#pwa/messages/entered-amount.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { PRODUCT_INPUTS } from './product-fields.ts';
import type { FieldDefinition } from './product-fields.ts';

/** Problem texts of a form, by field. */
export type FieldProblems = Readonly<Record<string, string>>;

type CheckedFields =
  { readonly ok: true; readonly fields: ProductFields } | { readonly ok: false; readonly problems: FieldProblems };

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
  /** Returns the validated fields. If they have problems, or `more` contains any, shows all problems and returns undefined. */
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

/** Validates a form's fields by the contract's schema; an empty amount or count becomes its default. */
export function checkFields(offer: OfferKind, entered: Readonly<Record<string, string | number>>): CheckedFields {
  const checked = PRODUCT_FIELDS[offer].safeParse(fillDefaults(offer, entered));
  if (checked.success) return { ok: true, fields: checked.data };
  const problems: Record<string, string> = {};
  const dollarNames = new Set(PRODUCT_INPUTS[offer].filter(({ kind }) => kind === 'dollars').map(({ name }) => name));
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0] ?? '');
    const amount = dollarNames.has(name) ? amountProblem(String(entered[name] ?? '')) : undefined;
    problems[name] ??= amount ?? adminMessages.products.problem(fieldLabel(name), fieldProblem(message));
  }
  return { ok: false, problems };
}

function fillDefaults(
  offer: OfferKind,
  entered: Readonly<Record<string, string | number>>,
): Readonly<Record<string, string | number>> {
  const defaults: Readonly<Record<string, string | number>> = PRODUCT_DEFAULTS[offer];
  const filled = { ...entered };
  for (const { name, kind } of PRODUCT_INPUTS[offer]) {
    const text = String(entered[name] ?? '').trim();
    const isNumber = kind === 'dollars' || kind === 'count';
    filled[name] = isNumber && text === '' ? (defaults[name] as string) : tidy(kind, text);
  }
  return filled;
}

function tidy(kind: FieldDefinition['kind'], text: string): string {
  if (kind === 'dollars') return toWireAmount(text);
  return kind === 'count' ? toPlainDigits(text) : text;
}
