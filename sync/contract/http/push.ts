import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

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
});
export type PushMessage = z.infer<typeof pushMessageSchema>;

export const getPushKey = defineEndpoint({
  method: 'GET',
  path: '/api/push/key',
  summary: 'The public VAPID key to subscribe with, in base64url',
  reply: z.object({ key: z.string() }),
  errors: [],
  access: 'visitor',
  rateLimit: 'read',
});

export const subscribePush = defineEndpoint({
  method: 'POST',
  path: '/api/push/subscriptions',
  summary: 'Tells the caller of payments, shipments and messages through a push service; repeated, it does nothing',
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(1_000)),
    keys: z.strictObject({
      p256dh: z.string().check(z.maxLength(200)),
      auth: z.string().check(z.maxLength(100)),
    }),
  }),
  reply: z.undefined(),
  errors: ['unauthorized', 'bad-request'],
  access: 'user',
  rateLimit: 'write',
});

export const unsubscribePush = defineEndpoint({
  method: 'DELETE',
  path: '/api/push/subscriptions',
  summary: 'Ends the caller’s subscription of one device; repeated, it does nothing',
  body: z.strictObject({ endpoint: z.string().check(z.maxLength(1_000)) }),
  reply: z.undefined(),
  errors: ['unauthorized'],
  access: 'user',
  rateLimit: 'write',
});
