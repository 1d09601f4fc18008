import { MAX_PRODUCT_ID } from '#contract/limits.ts';
import { PRODUCT_DEFAULTS, PRODUCT_FIELDS } from '#contract/products/product.ts';
import type { ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { amountProblem } from '#pwa/messages/amount-problem.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { toWireAmount } from './amount.ts';
import { PRODUCT_INPUTS } from './product-fields.ts';
import type { FieldDefinition } from './product-fields.ts';

/** Problem texts of a form, by field. */
export type FieldProblems = Readonly<Record<string, string>>;

export type CheckedFields =
  { readonly ok: true; readonly fields: ProductFields } | { readonly ok: false; readonly problems: FieldProblems };

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

/** Parses an id; undefined if the text is not a valid one. */
export function readId(text: string): number | undefined {
  const plain = toPlainDigits(text.trim());
  const id = /^\d{1,10}$/.test(plain) ? Number(plain) : 0;
  return id >= 1 && id <= MAX_PRODUCT_ID ? id : undefined;
}
