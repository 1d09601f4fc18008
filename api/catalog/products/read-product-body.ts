import { ApiError } from '#contract/errors.ts';
import { productIdSchema } from '#contract/product.ts';
import type { ProductWrite, Rejection } from './plan-product-write.ts';

/** How an old form of the specification spells a field. */
const MISSPELT = 'main_categoty';
const RATE = /^\d$/;

/** Members that are no fields of a product: what an add says beside them, and what only the server says. */
const BESIDE_FIELDS: ReadonlySet<string> = new Set(['id', 'pictures', 'imagecount']);

/** The fields that a body gives, unchecked; `isMisspelt` when it has a name of old forms. */
export function readProductFields(body: Readonly<Record<string, unknown>>): {
  readonly fields: ProductWrite['fields'];
  readonly isMisspelt: boolean;
} {
  const isMisspelt = MISSPELT in body && !('main_category' in body);
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !BESIDE_FIELDS.has(name))
      .map(([name, value]) => [isMisspelt && name === MISSPELT ? 'main_category' : name, value]),
  );
  // A form has text only.
  const { rate } = fields;
  if (typeof rate === 'string' && RATE.test(rate)) fields['rate'] = Number(rate);
  return { fields, isMisspelt };
}

/** The id of an add's body; undefined when the server is to choose it. @throws ApiError bad-request */
export function readProductId(given: string | number | undefined): number | undefined {
  if (given === undefined || given === '') return undefined;
  const parsed = productIdSchema.safeParse(
    typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given,
  );
  if (!parsed.success) throw refuseFields([{ field: 'id', reason: 'id must be a whole number from 1 to 2147483647' }]);
  return parsed.data;
}

/** A rejected write as the caller learns of it. */
export const toRefusal = ({ field = '', reason, problems = [{ field, reason }] }: Rejection): ApiError =>
  refuseFields(problems);

const refuseFields = (problems: NonNullable<Rejection['problems']>): ApiError =>
  new ApiError('bad-request', problems[0]?.reason, {
    errors: problems.map(({ field, reason }) => ({ pointer: `/body/${field}`, message: reason })),
  });
