import * as z from 'zod/mini';
import { cartItemInputShape, cartLineSchema, cartQuantityInputSchema } from '../orders/cart.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { idSchema } from '../account/user.ts';
import { MAX_CATEGORY_LENGTH } from '../limits.ts';
import { userEndpoint } from './endpoint.ts';

const lineBody = z.strictObject({
  google_id: idSchema,
  ...cartItemInputShape,
  /** Ignored: the product's own store applies. */
  store: z.optional(lineSchema(0, MAX_CATEGORY_LENGTH)),
  quantity: cartQuantityInputSchema,
});

const lineReply = z.object({ line: cartLineSchema });

export const getCart = userEndpoint('GET /api/cart/{userId}', {
  summary: 'The caller’s cart, in the order in which its lines came, with present prices and stock',
  params: z.object({ userId: idSchema }),
  reply: z.array(cartLineSchema),
  ownId: 'userId',
});

export const addToCart = userEndpoint('POST /api/cart', {
  summary: 'Adds units of a condition to the caller’s cart',
  body: lineBody,
  reply: lineReply,
  errors: ['not-found', 'out-of-stock', 'cart-full'],
  ownId: 'google_id',
});

export const setCartQuantity = userEndpoint('PUT /api/cart/quantity', {
  summary: 'Sets the quantity of a line',
  body: lineBody,
  reply: lineReply,
  errors: ['not-found'],
  ownId: 'google_id',
});

export const removeFromCart = userEndpoint('DELETE /api/cart', {
  summary: 'Removes a line; repeated, it does nothing',
  body: z.strictObject({ google_id: idSchema, ...cartItemInputShape }),
  ownId: 'google_id',
});
