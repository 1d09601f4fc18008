import * as z from 'zod/mini';
import { MAX_PRODUCT_ID } from '../limits.ts';
import { SHOP_KEYS } from '../shops.ts';

/** A shop's key in a path or query. */
export const shopSchema = z.enum(SHOP_KEYS);

/** `?shop=` as specified: the referral shop when left out. */
export const shopQuerySchema = z.strictObject({ shop: z._default(shopSchema, 'default') });

/** A whole number within a range, read from a path or query; callers may give it as a number. */
export const wholeNumberSchema = (minimum: number, maximum: number) =>
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')), z.number()]),
    z.pipe(z.transform(Number), z.int().check(z.minimum(minimum), z.maximum(maximum))),
  );

/**
 * A product's `seq` as the caller saw it. A product that began later is another one with the same id, and the call is answered as if there were
 * none.
 */
export const seenSchema = z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER));
export const seenQuerySchema = z.strictObject({ seen: seenSchema });

/**
 * The server's proof that it gave a position in a feed, sent back with the position. By it, a server whose data was put back to an earlier
 * state recognises positions of the time that was lost. Opaque to clients. Optional: older servers give none.
 */
export const proofSchema = z.optional(z.string().check(z.maxLength(200)));

export const productIdParamSchema = wholeNumberSchema(1, MAX_PRODUCT_ID);
