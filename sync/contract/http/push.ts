import * as z from 'zod/mini';
import { MAX_STOPPED_WATCHES, MAX_WATCH_LIST_BYTES } from '../limits.ts';
import { productIdSchema } from '../products/product.ts';
import { watchListSchema } from '../products/watch.ts';
import { userEndpoint, visitorEndpoint } from './endpoint.ts';
import { shopSchema } from '../text/parameters.ts';

/** An address of a push service. */
const endpointSchema = z.string().check(z.maxLength(1_000), z.regex(/^[\x20-\x7e]*$/));

const watchedProductSchema = z.strictObject({ shop: shopSchema, id: productIdSchema });
export type WatchedProduct = z.infer<typeof watchedProductSchema>;

/** Payload of a push message, shown by the service worker. */
const pushMessageSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** A newer message with the same tag replaces an older one. */
  tag: z.string(),
  /** Path that a click opens. */
  path: z.string(),
  /** Number of chats with unread messages, for the app badge. */
  unread: z.optional(z.int()),
  /** Watched products that the message is about, and the label of the button that stops watching them. */
  stop: z.optional(z.object({ label: z.string(), products: z.array(watchedProductSchema) })),
});
export type PushMessage = z.infer<typeof pushMessageSchema>;

export const getPushKey = visitorEndpoint('GET /api/push/key', {
  summary: 'The public VAPID key to subscribe with, in base64url',
  reply: z.object({ key: z.string() }),
});

export const subscribePush = userEndpoint('POST /api/push/subscriptions', {
  summary: 'Tells the caller of payments, shipments and messages through a push service; repeated, it does nothing',
  body: z.strictObject({
    endpoint: endpointSchema,
    keys: z.strictObject({
      p256dh: z.string().check(z.maxLength(200)),
      auth: z.string().check(z.maxLength(100)),
    }),
  }),
});

export const unsubscribePush = userEndpoint('DELETE /api/push/subscriptions', {
  summary: 'Ends the caller’s subscription of one device; repeated, it does nothing',
  body: z.strictObject({ endpoint: endpointSchema }),
});

export const compareWatches = userEndpoint('POST /api/push/watches/compare', {
  summary: 'Whether the server has the watch list of one of the caller’s subscribed devices, by its digest',
  body: z.strictObject({ endpoint: endpointSchema, digest: z.int().check(z.minimum(0), z.maximum(0xffff_ffff)) }),
  reply: z.object({ agrees: z.boolean() }),
  rateLimit: 'read',
});

export const replaceWatches = userEndpoint('PUT /api/push/watches', {
  summary: 'Replaces the watch list of one of the caller’s subscribed devices; repeated, it does nothing',
  body: z.strictObject({ endpoint: endpointSchema, list: watchListSchema }),
  maxBodyBytes: MAX_WATCH_LIST_BYTES,
  errors: ['not-found'],
});

export const stopWatches = userEndpoint('DELETE /api/push/watches', {
  summary:
    'Stops watching products on one of the caller’s devices, as a notification’s button does; repeated, it does nothing',
  body: z.strictObject({
    endpoint: endpointSchema,
    products: z.array(watchedProductSchema).check(z.maxLength(MAX_STOPPED_WATCHES)),
  }),
});
