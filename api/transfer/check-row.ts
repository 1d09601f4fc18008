import { FIELD_LIMITS, FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import * as z from 'zod/mini';
import { PRODUCT_FIELDS, productIdSchema } from '#contract/products/product.ts';
import type { ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { composedCheck, wellFormedCheck } from '#contract/text/text-schemas.ts';
import { withCheckedFields } from '#api/catalog/products/plan-product-write.ts';
import type { ProductWrite } from '#api/catalog/products/product-writes.service.ts';
import { readCell } from './read-cell.ts';
import { IMAGES_COLUMN, readImageLinks } from '#transfer/image-links.ts';
import type { Cell, ReadRow } from '#transfer/source-row.ts';

/** An invalid cell of a row: its column, its value and the reason. */
export interface RowProblem {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

export type CheckedRow =
  | {
      readonly write: ProductWrite;
      readonly notes: readonly RowProblem[];
      /** Links to the product's images, in their order; undefined: none. */
      readonly images?: readonly string[];
    }
  | { readonly problems: readonly RowProblem[] };

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

/**
 * Reads and validates a row, field by field, and builds its write with a sanitized description. A cell without a value leaves its field
 * unchanged; so does a blank cell in a column that does not accept a blank. Pure.
 */
export function checkRow(offer: OfferKind, { fields }: Pick<ReadRow, 'fields'>): CheckedRow {
  const schemas = COLUMNS[offer];
  const values: Record<string, unknown> = {};
  const problems: RowProblem[] = [];
  const notes: RowProblem[] = [];
  let images: readonly string[] = [];
  for (const [field, given] of Object.entries(fields)) {
    if (field === IMAGES_COLUMN) {
      const read = readImageLinks(given === null ? '' : String(given));
      images = read.links;
      notes.push(...read.notes);
      continue;
    }
    const report = (list: RowProblem[], reason: string): unknown => list.push({ field, value: show(given), reason });
    const schema = Object.hasOwn(schemas, field) ? schemas[field] : undefined;
    if (!schema) {
      report(problems, FIELD_PROBLEMS.noColumn);
      continue;
    }
    const read = readCell(field, given);
    if ('problem' in read) {
      report(problems, read.problem);
      continue;
    }
    if (read.note !== undefined) report(notes, read.note);
    if (read.value === undefined) continue;
    const parsed = z.safeParse(schema, read.value);
    if (!parsed.success) {
      if (isBlank(given)) continue;
      report(problems, explain(field, parsed.error.issues[0]));
    } else if (typeof given === 'string' && given.includes(REPLACEMENT_CHARACTER)) {
      report(problems, FIELD_PROBLEMS.notUtf8);
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
    notes,
    ...(images.length > 0 && { images }),
  };
}

const isBlank = (given: Cell): boolean => typeof given === 'string' && given.trim() === '';

function explain(field: string, issue: z.core.$ZodIssue | undefined): string {
  if (WHOLE_NUMBER_FIELDS.has(field)) {
    if (issue?.code === 'too_small') return FIELD_LIMITS.tooSmall(issue.minimum);
    if (issue?.code === 'too_big') return FIELD_LIMITS.tooLarge(issue.maximum);
    return FIELD_PROBLEMS.wholeNumber;
  }
  if (issue?.code === 'too_big') return FIELD_LIMITS.tooLong(issue.maximum);
  return issue?.message ?? 'is not valid';
}

function show(value: Cell): string {
  const text = String(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
