import { ApiError } from '#contract/http/errors.ts';
import { productIdParamSchema } from '#contract/text/parameters.ts';
import type { ProductWrite, Rejection } from './plan-product-write.ts';

/** The specification's misspelling of `main_category`. */
const MISSPELT = 'main_categoty';
const RATE = /^\d$/;

/** Members of a body that are not product fields: those of an add call, and one that only the server sets. */
const BESIDE_FIELDS: ReadonlySet<string> = new Set(['id', 'pictures', 'imagecount']);

/** Returns the fields of a body, unvalidated; `isMisspelt` when it uses the misspelling. */
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
  // HTML forms send text only.
  const { rate } = fields;
  if (typeof rate === 'string' && RATE.test(rate)) fields['rate'] = Number(rate);
  return { fields, isMisspelt };
}

/** Returns the id in the body of an add; undefined when the server chooses one. @throws ApiError bad-request */
export function readProductId(given: string | number | undefined): number | undefined {
  if (given === undefined || given === '') return undefined;
  const parsed = productIdParamSchema.safeParse(given);
  if (!parsed.success) throw toFieldsError([{ field: 'id', reason: 'id must be a whole number from 1 to 2147483647' }]);
  return parsed.data;
}

/** Converts a rejected write to the error that its caller receives. */
export const toApiError = ({ field = '', reason, problems = [{ field, reason }] }: Rejection): ApiError =>
  toFieldsError(problems);

const toFieldsError = (problems: NonNullable<Rejection['problems']>): ApiError =>
  new ApiError('bad-request', problems[0]?.reason, {
    errors: problems.map(({ field, reason }) => ({ pointer: `/body/${field}`, message: reason })),
  });
