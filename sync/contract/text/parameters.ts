import * as z from 'zod/mini';
import { SCHEMA_PROBLEMS } from './schema-problems.ts';
import { MAX_PRODUCT_ID } from '../limits.ts';
import { DOLLARS_PATTERN } from '../money/money.ts';
import { SHOP_KEYS } from '../shops.ts';
import { WHOLE_NUMBER_PATTERN } from './whole-number.ts';

/** A shop's key in a path or query. */
export const shopSchema = z.enum(SHOP_KEYS);

/** `?shop=` as specified: the referral shop when left out. */
export const shopQuerySchema = z.strictObject({ shop: z._default(shopSchema, 'default') });

/** A whole number within a range, or its plain decimal text, as addresses and input fields hold it: not `1e3`, ` 12 `, `0x10` or an empty text. */
export const wholeNumberSchema = (minimum: number, maximum: number) =>
  z.pipe(
    z.union([z.string().check(z.regex(WHOLE_NUMBER_PATTERN, SCHEMA_PROBLEMS.wholeNumber)), z.number()]),
    z.pipe(z.transform(Number), z.int().check(z.minimum(minimum), z.maximum(maximum))),
  );

/** An amount in dollars, or its plain decimal text with at most two decimals. */
export const amountSchema = z.pipe(
  z.union([z.string().check(z.regex(DOLLARS_PATTERN, SCHEMA_PROBLEMS.dollars)), z.number()]),
  z.pipe(z.transform(Number), z.number().check(z.minimum(0))),
);

/** A boolean, or its text `true` or `false`. */
export const booleanSchema = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((given) => given === true || given === 'true'),
);

/** A product's `seq` as the caller saw it: if the product that now has the id was added later, the call is answered as if none had it. */
export const seenSchema = z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER));
export const seenQuerySchema = z.strictObject({ seen: seenSchema });

/** The server's proof that it issued a position, to detect positions that a restore has undone. Opaque; older servers send none. */
export const proofSchema = z.optional(z.string().check(z.maxLength(200)));

export const productIdParamSchema = wholeNumberSchema(1, MAX_PRODUCT_ID);
