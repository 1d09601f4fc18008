import * as z from 'zod/mini';
import { CONDITION_KEYS } from './conditions.ts';
import { MAX_CART_QUANTITY } from './limits.ts';
import { dollarsSchema, productIdSchema } from './product.ts';

export const conditionSchema = z.enum(CONDITION_KEYS);

/** Units of one line of a cart, or of one purchase. */
export const cartQuantitySchema = z.int().check(z.minimum(1), z.maximum(MAX_CART_QUANTITY));

/** What names a line of a user's cart. */
export const cartItemShape = { product_id: productIdSchema, condition: conditionSchema };

/** One line of a cart: the specification's members, and what a line needs to say what changed. */
export const cartLineSchema = z.object({
  ...cartItemShape,
  /** Where the item lies or who sells it; the product's own text. */
  store: z.string(),
  quantity: cartQuantitySchema,
  /** What one unit costs now; `'0'` when it cannot be bought any more. */
  price: dollarsSchema,
  title: z.string(),
  /** What one unit cost when the buyer last put it into the cart or set its quantity. */
  price_seen: dollarsSchema,
  /** Units in stock now. */
  available: z.int().check(z.minimum(0)),
  imagecount: z.int(),
  image_version: z.int(),
  placeholder: z.string(),
  /** ISO 8601. */
  added_at: z.string(),
});
export type CartLine = z.infer<typeof cartLineSchema>;
export type CartItem = Pick<CartLine, 'product_id' | 'condition'>;
