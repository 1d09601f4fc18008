import * as z from 'zod/mini';
import { CONDITION_KEYS } from '../products/conditions.ts';
import { productIdParamSchema, wholeNumberSchema } from '../text/parameters.ts';
import { MAX_CART_QUANTITY } from '../limits.ts';
import { dollarsSchema, productIdSchema, productLifeSchema } from '../products/product.ts';

export const conditionSchema = z.enum(CONDITION_KEYS);

/** Units of one line of a cart, or of one purchase. */
export const cartQuantitySchema = z.int().check(z.minimum(1), z.maximum(MAX_CART_QUANTITY));

/** Members that identify a line of a user's cart. */
export const cartItemShape = { product_id: productIdSchema, condition: conditionSchema };

/** The same members in a call, which may send numbers as text. */
export const cartItemInputShape = { product_id: productIdParamSchema, condition: conditionSchema };
export const cartQuantityInputSchema = wholeNumberSchema(1, MAX_CART_QUANTITY);

/** One line of a cart: the specification's members, and members that show what has changed since the buyer added it. */
export const cartLineSchema = z.object({
  ...cartItemShape,
  /** Life of the product when it was added to the cart; missing for 0. A later product with the same id is not what the buyer chose. */
  life: z.optional(productLifeSchema),
  /** The product's store text: where the item is or who sells it. */
  store: z.string(),
  quantity: cartQuantitySchema,
  /** Current unit price; `'0'` when it can no longer be bought. */
  price: dollarsSchema,
  title: z.string(),
  /** Unit price when the buyer last added it or set its quantity. */
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
