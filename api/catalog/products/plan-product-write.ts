import { ApiError } from '#contract/http/errors.ts';
import type * as z from 'zod/mini';
import { MAX_DESCRIPTION_LENGTH } from '#contract/limits.ts';
import { PRODUCT_DEFAULTS, PRODUCT_FIELDS, productIdSchema } from '#contract/products/product.ts';
import type { AffiliateFields, OpenBoxFields, ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { ImageSummary } from './image-claims.ts';
import type { ProductTable } from '../../storage/schema/catalog.ts';
import { toFields, toStoredFields } from './product-rows.ts';
import type { ConditionOffer } from './product-rows.ts';
import { sanitiseDescription } from '../descriptions/sanitise-description.ts';

/** One product to add or to change. Omitted fields keep their values, or get their defaults on an add. */
export interface ProductWrite {
  readonly id?: number;
  /** The product's id in the system it comes from, unique within a shop. */
  readonly external_id?: string;
  readonly fields: Partial<AffiliateFields | OpenBoxFields>;
  /** The life of an added product: the one that a restored product continues, or the next one. Omitted: the next one. */
  readonly life?: number;
  /** Tells an added product from products that have the same id in other histories of the data. */
  readonly identity?: string;
  readonly images?: Omit<ImageSummary, 'condition_images'> & {
    readonly condition_images?: string;
    /** Whether the images differ although their number and the first placeholder are the same. */
    readonly haveChanged?: boolean;
  };
}

/** Why a write was rejected: a code for programs, a field and a reason for people. */
export interface Rejection {
  readonly outcome: 'rejected';
  readonly code: string;
  readonly field?: string;
  readonly reason: string;
  /** All invalid fields, when fields are the reason. */
  readonly problems?: readonly FieldProblem[];
  /** Number of the earlier row of the file that is about the same product. */
  readonly repeats?: number;
  /** The title of the product that the rejected row would have changed. */
  readonly title?: string;
}

/** An invalid field; `reason` begins with its name. */
export interface FieldProblem {
  readonly field: string;
  readonly reason: string;
}

/** A product as rows, stored or to be stored. */
export interface StoredProduct {
  readonly row: ProductTable;
  readonly conditions: readonly ConditionOffer[];
}

/** The rows that a write leads to, without the numbers that are assigned in the transaction. */
export type PlannedProduct = Omit<StoredProduct, 'row'> & {
  readonly row: Omit<ProductTable, 'shop' | 'id' | 'life' | 'identity' | 'seq' | 'updated_at' | 'card_digest'>;
};

const MAX_EXTERNAL_ID_LENGTH = 200;

const reject = (code: string, reason: string, field?: string): Rejection => ({
  outcome: 'rejected',
  code,
  reason,
  ...(field === undefined ? {} : { field }),
});

/**
 * Plans the rows of a product after a write (`existing` undefined: it is new); 'unchanged' when nothing would differ. The image version
 * of a new product continues from `formerVersion`. Pure.
 */
export function planProductWrite(
  offer: OfferKind,
  existing: StoredProduct | undefined,
  write: ProductWrite,
  formerVersion = 0,
): PlannedProduct | 'unchanged' | Rejection {
  const wrongIdentity = checkIdentity(write);
  if (wrongIdentity) return wrongIdentity;

  const base = existing ? toFields(offer, existing.row, existing.conditions) : PRODUCT_DEFAULTS[offer];
  const given = Object.fromEntries(Object.entries(write.fields).filter(([, value]) => value !== undefined));
  const fields = { ...base, ...given };
  const isKnownValid =
    !existing && checkedFields.has(write.fields) && REQUIRED_FIELDS[offer].every((field) => field in given);
  const isClean = 'description' in given && cleanFields.has(write.fields);
  const parsed = isKnownValid
    ? { success: true as const, data: fields }
    : PRODUCT_FIELDS[offer].safeParse(isClean ? fields : withCleanDescription(fields));
  if (!parsed.success) return rejectFields(parsed.error.issues, (field) => existing === undefined && !(field in given));

  const { columns, conditions } = toStoredFields(offer, parsed.data as ProductFields);
  const images = {
    imagecount: write.images?.imagecount ?? existing?.row.imagecount ?? 0,
    placeholder: write.images?.placeholder ?? existing?.row.placeholder ?? '',
    condition_images: write.images?.condition_images ?? existing?.row.condition_images ?? '',
  };
  const hasNewImages =
    write.images?.haveChanged === true ||
    images.imagecount !== existing?.row.imagecount ||
    images.placeholder !== existing.row.placeholder;
  const planned: PlannedProduct = {
    row: {
      external_id: write.external_id ?? existing?.row.external_id ?? null,
      ...columns,
      ...images,
      image_version: (existing?.row.image_version ?? formerVersion) + (hasNewImages && images.imagecount > 0 ? 1 : 0),
    },
    conditions,
  };
  return existing && isSame(existing, planned) ? 'unchanged' : planned;
}

function checkIdentity(write: ProductWrite): Rejection | undefined {
  if (write.id !== undefined && !productIdSchema.safeParse(write.id).success) {
    return reject('wrong-value', 'id must be a whole number from 1 to 2147483647', 'id');
  }
  const externalId = write.external_id;
  if (externalId !== undefined && (externalId === '' || externalId.length > MAX_EXTERNAL_ID_LENGTH)) {
    return reject('wrong-value', `external_id must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters`, 'external_id');
  }
  if (externalId?.isWellFormed() === false) {
    return reject('wrong-value', 'external_id must be well-formed text', 'external_id');
  }
  return undefined;
}

/** Fields that a new product must be given: their defaults are not valid. */
const listRequired = (offer: OfferKind): readonly string[] => {
  const parsed = PRODUCT_FIELDS[offer].safeParse(PRODUCT_DEFAULTS[offer]);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]));
};
const REQUIRED_FIELDS = { affiliate: listRequired('affiliate'), openBox: listRequired('openBox') };

/** Fields whose description is sanitized already: doing it again would take as long as the rest of a plan. */
const cleanFields = new WeakSet<ProductWrite['fields']>();
/** Members of `cleanFields` that have passed their schemas as well. */
const checkedFields = new WeakSet<ProductWrite['fields']>();

/** Takes fields that have passed their schemas; returns them with a sanitized description. The plan of a new product does not check them again. */
export function withCheckedFields(fields: ProductWrite['fields']): ProductWrite['fields'] {
  const clean = withCleanDescription(fields);
  // A description that sanitizing changed has yet to pass its schema.
  if (clean.description === fields.description) checkedFields.add(clean);
  return clean;
}

/**
 * Returns fields with a sanitized description. Sanitizing a long one takes a while, so callers do it before they open a transaction.
 * A description over the limit is left as it is: validation rejects it anyway.
 */
export function withCleanDescription(fields: ProductWrite['fields']): ProductWrite['fields'] {
  const { description } = fields;
  if (typeof description !== 'string' || description.length > MAX_DESCRIPTION_LENGTH) return fields;
  if (cleanFields.has(fields)) return fields;
  const clean = Object.freeze({ ...fields, description: sanitiseDescription(description) });
  cleanFields.add(clean);
  return clean;
}

/** Builds the rejection for invalid fields; its code is that of the first problem. */
function rejectFields(issues: readonly z.core.$ZodIssue[], isLeftOut: (field: string) => boolean): Rejection {
  const problems = issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((field) => ({ field, reason: `${field} is not a field of this shop's products` }));
    }
    const field = String(issue.path[0] ?? '');
    return [{ field, reason: `${field} ${issue.message}` }];
  });
  const [first = { field: '', reason: 'is wrong' }] = problems;
  const isUnknown = issues[0]?.code === 'unrecognized_keys';
  const code = isUnknown ? 'unknown-field' : isLeftOut(first.field) ? 'missing-field' : 'wrong-value';
  return { ...reject(code, first.reason, first.field), problems };
}

function isSame(existing: StoredProduct, planned: PlannedProduct): boolean {
  const row: Record<string, unknown> = { ...existing.row };
  return (
    Object.entries(planned.row).every(([column, value]) => row[column] === value) &&
    planned.conditions.every((offer) => {
      const known = existing.conditions.find(({ condition }) => condition === offer.condition);
      return known?.price_cents === offer.price_cents && known.quantity === offer.quantity;
    })
  );
}

/** Converts a rejected write to the error that its caller receives. */
export const toApiError = ({ field = '', reason, problems = [{ field, reason }] }: Rejection): ApiError =>
  toFieldsError(problems);

/** The error for a body whose fields have problems. */
export const toFieldsError = (problems: NonNullable<Rejection['problems']>): ApiError =>
  new ApiError('bad-request', problems[0]?.reason, {
    errors: problems.map(({ field, reason }) => ({ pointer: `/body/${field}`, message: reason })),
  });
