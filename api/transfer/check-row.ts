import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/field-problems.ts';
import * as z from 'zod/mini';
import { PRODUCT_FIELDS, productIdSchema } from '#contract/product.ts';
import type { ProductFields } from '#contract/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { composedCheck, wellFormedCheck } from '#contract/text/text-schemas.ts';
import { withCheckedFields } from '#api/catalog/products/plan-product-write.ts';
import type { ProductWrite } from '#api/catalog/products/product-writes.service.ts';
import type { ReadRow } from './source-row.ts';

/** An invalid cell of a row: its column, its value and the reason. */
export interface RowProblem {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

export type CheckedRow = { readonly write: ProductWrite } | { readonly problems: readonly RowProblem[] };

/** `text` for CSV, where numbers are parsed from text and a blank cell may stand for no value; `typed` for JSON. */
export type CellKind = 'text' | 'typed';

const externalIdSchema = z
  .string()
  .check(
    composedCheck,
    z.trim(),
    z.minLength(1, FIELD_PROBLEMS.empty),
    z.maxLength(200, FIELD_LIMITS.tooLong(200)),
    z.regex(/^\P{Cc}*$/u, FIELD_PROBLEMS.controlCharacters),
    wellFormedCheck,
  );

const IDENTITY_FIELDS = { id: productIdSchema, external_id: externalIdSchema };
/** Schemas of the columns that an import accepts, by offer kind. */
const COLUMNS: Record<OfferKind, Readonly<Record<string, z.ZodMiniType>>> = {
  affiliate: { ...IDENTITY_FIELDS, ...PRODUCT_FIELDS.affiliate.shape },
  openBox: { ...IDENTITY_FIELDS, ...PRODUCT_FIELDS.openBox.shape },
};
const WHOLE_NUMBER_FIELDS: ReadonlySet<string> = new Set(['id', 'rate']);
const REPLACEMENT_CHARACTER = '\uFFFD';
const MAX_SHOWN_LENGTH = 60;

/** Lists the columns that an import accepts for an offer kind. */
export const knownColumns = (offer: OfferKind): readonly string[] => Object.keys(COLUMNS[offer]);

/** Validates a row against the contract, field by field, and builds its write with a sanitised description. Pure. */
export function checkRow(offer: OfferKind, cells: CellKind, { fields }: Pick<ReadRow, 'fields'>): CheckedRow {
  const schemas = COLUMNS[offer];
  const values: Record<string, unknown> = {};
  const problems: RowProblem[] = [];
  for (const [field, given] of Object.entries(fields)) {
    const schema = Object.hasOwn(schemas, field) ? schemas[field] : undefined;
    if (!schema) {
      problems.push({ field, value: show(given), reason: FIELD_PROBLEMS.noColumn });
      continue;
    }
    const value = cells === 'text' ? readCell(field, String(given)) : given;
    const parsed = z.safeParse(schema, value);
    if (!parsed.success) {
      if (cells === 'text' && given === '') continue;
      problems.push({ field, value: show(given), reason: explain(field, parsed.error.issues[0]) });
    } else if (typeof value === 'string' && value.includes(REPLACEMENT_CHARACTER)) {
      problems.push({ field, value: show(given), reason: FIELD_PROBLEMS.notUtf8 });
    } else {
      values[field] = parsed.data;
    }
  }
  if (problems.length > 0) return { problems };
  const { id, external_id, ...rest } = values as { id?: number; external_id?: string } & Partial<ProductFields>;
  return {
    write: {
      ...(id === undefined ? {} : { id }),
      ...(external_id === undefined ? {} : { external_id }),
      fields: withCheckedFields(rest),
    },
  };
}

/** Parses plain whole numbers only: `4.0`, `1e0` and `0x4` stay text and are rejected. */
const readCell = (field: string, text: string): unknown =>
  WHOLE_NUMBER_FIELDS.has(field) && /^\d{1,10}$/.test(text.trim()) ? Number(text) : text;

function explain(field: string, issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value')
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (WHOLE_NUMBER_FIELDS.has(field)) {
    if (issue?.code === 'too_small') return FIELD_LIMITS.tooSmall(issue.minimum);
    if (issue?.code === 'too_big') return FIELD_LIMITS.tooLarge(issue.maximum);
    return FIELD_PROBLEMS.wholeNumber;
  }
  if (issue?.code === 'invalid_type') return FIELD_PROBLEMS.notText;
  if (issue?.code === 'too_big') return FIELD_LIMITS.tooLong(issue.maximum);
  return issue?.message ?? 'is not valid';
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
