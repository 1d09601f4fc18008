import * as z from 'zod/mini';
import { cartItemInputShape, cartQuantityInputSchema } from '../orders/cart.ts';
import { MAX_CATEGORY_LENGTH, MAX_EXPORTED_ORDERS, MAX_PAYMENT_ID_LENGTH } from '../limits.ts';
import { adminOrderSchema, checkPostalCode, orderSchema, shipmentSchema, shippingSchema } from '../orders/order.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { idSchema } from '../account/user.ts';
import { adminEndpoint, userEndpoint } from './endpoint.ts';
import { amountSchema, proofSchema, wholeNumberSchema } from '../text/parameters.ts';

/** A page of at most 200 orders. */
const orderPageSchema = z.strictObject({
  /** Continues after this order id. */
  after: z.optional(idSchema),
  limit: z.optional(wholeNumberSchema(0, 999)),
});

const paymentParams = z.object({ paymentId: lineSchema(1, MAX_PAYMENT_ID_LENGTH) });

export const createPurchase = userEndpoint('POST /api/create-purchase', {
  summary:
    'Orders units of a condition, holds them, and gives the page where they are paid. With an Idempotency-Key a repeat is the same order',
  body: z
    .strictObject({
      google_id: idSchema,
      ...cartItemInputShape,
      /** Life of the product that the buyer saw; without it, the order means the product of the buyer's cart line. */
      life: z.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)),
      store: z.optional(lineSchema(0, MAX_CATEGORY_LENGTH)),
      quantity: cartQuantityInputSchema,
      /** Dollars; must equal the server's price, else nothing is ordered. */
      total_amount: amountSchema,
      ...shippingSchema.shape,
    })
    .check(checkPostalCode),
  headers: ['Idempotency-Key'],
  reply: z.object({
    /** Null until the provider has answered: the order waits in the list and receives its payment page there. */
    payment_url: z.nullable(z.string()),
    order: orderSchema,
  }),
  errors: [
    'not-found',
    'price-changed',
    'out-of-stock',
    'too-many-open-orders',
    'too-many-units',
    'too-many-abandoned-orders',
    'idempotency-conflict',
    'payments-unavailable',
  ],
  ownId: 'google_id',
});

export const listPurchases = userEndpoint('GET /api/my-purchases/{userId}', {
  summary: 'The caller’s orders, newest first; deleted ones are not among them',
  params: z.object({ userId: idSchema }),
  query: orderPageSchema,
  reply: z.array(orderSchema),
  ownId: 'userId',
});

export const deletePurchase = userEndpoint('DELETE /api/purchase/{paymentId}', {
  summary: 'Hides an unpaid order from its buyer and gives its stock back; repeated, it does nothing',
  params: paymentParams,
  errors: ['payment-in-progress'],
});

export const listAdminPurchases = adminEndpoint('orders', 'GET /api/admin-purchases', {
  summary: 'All orders, newest first; one page of them with `after` or `limit`',
  query: orderPageSchema,
  reply: z.array(adminOrderSchema),
});

export const noteOrderExport = adminEndpoint('orders', 'POST /api/admin-purchases/exports', {
  summary: 'Records in the audit log that the caller’s device wrote orders to a file',
  body: z.strictObject({ count: z.int().check(z.minimum(1), z.maximum(MAX_EXPORTED_ORDERS)) }),
});

export const listAdminOrderChanges = adminEndpoint('orders', 'GET /api/admin-purchases/changes', {
  summary: 'Orders that changed after a cursor, in the order of their changes; from 0, all of them',
  query: z.strictObject({
    epoch: z.optional(z.string()),
    since: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
    proof: proofSchema,
  }),
  reply: z.object({
    epoch: z.string(),
    /** The caller's rows are void: the reply starts from 0. Missing in replies of older servers, which name another epoch instead. */
    reset: z.optional(z.boolean()),
    seq: z.int(),
    proof: proofSchema,
    more: z.boolean(),
    orders: z.array(adminOrderSchema),
    /** Orders that administrators no longer see. */
    hidden: z.array(idSchema),
  }),
  errors: ['bad-cursor'],
});

export const setShipment = adminEndpoint('orders', 'PATCH /api/admin-purchases/{paymentId}/shipped', {
  summary:
    'Says whether a paid order was sent, by whom and under which number; `If-Match` names the version it starts from. With an Idempotency-Key a repeat changes nothing more',
  params: paymentParams,
  body: shipmentSchema,
  headers: ['Idempotency-Key', 'If-Match'],
  reply: adminOrderSchema,
  errors: ['stale-version', 'not-paid', 'idempotency-conflict'],
});

export const deleteAdminPurchase = adminEndpoint('orders', 'DELETE /api/admin-purchases/{paymentId}', {
  summary: 'Hides an expired order from the administrators’ list; repeated, it does nothing',
  params: paymentParams,
  errors: ['not-expired'],
});
