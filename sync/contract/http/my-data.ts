import * as z from 'zod/mini';
import { cartLineSchema } from '../orders/cart.ts';
import { chatSchema, messageSchema } from '../chats/chat.ts';
import { addressShape, orderSchema } from '../orders/order.ts';
import { userSchema } from '../account/user.ts';
import { watchSchema } from '../products/watch.ts';
import { userEndpoint } from './endpoint.ts';

/** The text that a caller of `deleteMyData` must send as confirmation. */
export const DELETE_CONFIRMATION = 'delete my data';

const timeSchema = z.string();

/** Everything that the server stores about a user. Times are ISO 8601 in UTC. */
export const myDataSchema = z.object({
  format: z.literal(1),
  created_at: timeSchema,
  account: z.extend(userSchema, { issuer: z.string(), created_at: timeSchema, signed_in_at: timeSchema }),
  /** The present cart. */
  cart: z.array(cartLineSchema),
  /** All orders with what was typed into the order form, also those that the user has deleted from the list. */
  orders: z.array(
    z.extend(orderSchema, {
      ...addressShape,
      /** The language of e-mails about the order; missing in replies of older servers. */
      language: z.optional(z.string()),
      mail_problem: z.optional(z.string()),
      /** E-mails about the order, sent or waiting; missing in replies of older servers. */
      mails: z.optional(z.array(z.object({ kind: z.string(), state: z.string(), created_at: timeSchema }))),
    }),
  ),
  /** The user's chats with the messages of both sides; `images` are the addresses of photos. */
  chats: z.array(z.extend(chatSchema, { messages: z.array(messageSchema) })),
  /** Addresses of photos that the user has uploaded, sent or not. */
  photos: z.array(z.string()),
  push_subscriptions: z.array(
    z.object({ endpoint: z.string(), language: z.optional(z.string()), created_at: timeSchema }),
  ),
  /** Products that devices watch by push. */
  watches: z.array(z.extend(watchSchema, { endpoint: z.string() })),
  sessions: z.array(
    z.object({
      created_at: timeSchema,
      used_at: timeSchema,
      browser: z.nullable(z.string()),
      system: z.nullable(z.string()),
      network: z.nullable(z.string()),
      app_version: z.nullable(z.string()),
    }),
  ),
});
export type MyData = z.infer<typeof myDataSchema>;

export const downloadMyData = userEndpoint('GET /api/my-data', {
  summary: 'Everything that the server stores about the caller, as one document; the login must be recent',
  reply: myDataSchema,
  errors: ['sign-in-again'],
});

export const deleteMyData = userEndpoint('DELETE /api/my-data', {
  summary:
    'Deletes the caller’s account, cart, chats and sessions, and anonymises their orders; the login must be recent',
  body: z.strictObject({ confirmation: z.literal(DELETE_CONFIRMATION) }),
  errors: ['sign-in-again', 'order-not-sent', 'listed-user'],
});
