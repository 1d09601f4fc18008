import * as z from 'zod/mini';
import { chatIdSchema, chatSchema, messageSchema } from '../chats/chat.ts';
import { shopSchema } from '../text/parameters.ts';
import { idSchema } from '../account/user.ts';

const typingSchema = z.object({ chatId: chatIdSchema, userId: idSchema });

/** Messages from server to client. A poke carries no rows: losing one costs only delay. */
export const downMessageSchema = z.union([
  /** Products changed up to `seq` of the history `epoch`; pulls are spread by `listeners`, the open sockets. Servers before 0.2 send neither. */
  z.object({
    event: z.literal('productsChanged'),
    data: z.object({
      shop: shopSchema,
      seq: z.int(),
      epoch: z.optional(z.string()),
      listeners: z.optional(z.int().check(z.positive())),
    }),
  }),
  /** The receiver's own cart, orders or chats changed; `seq` is the cursor that includes it. */
  z.object({ event: z.literal('cartChanged'), data: z.object({ seq: z.int() }) }),
  z.object({ event: z.literal('ordersChanged'), data: z.object({ seq: z.int() }) }),
  z.object({ event: z.literal('chatsChanged'), data: z.object({ seq: z.int() }) }),
  /** Any order changed; for registered administrators. `seq` is their cursor that includes it. */
  z.object({ event: z.literal('adminOrdersChanged'), data: z.object({ seq: z.int() }) }),
  /** The newest chats of the receiver, newest message first. */
  z.object({ event: z.literal('chatsList'), data: z.array(chatSchema) }),
  /** Messages of a joined chat, oldest first; a long gap is sent in several frames. */
  z.object({ event: z.literal('chatHistory'), data: z.array(messageSchema) }),
  z.object({ event: z.literal('newMessage'), data: messageSchema }),
  /** Another member of one of the receiver's chats is typing, or has stopped. */
  z.object({ event: z.literal('typing'), data: typingSchema }),
  z.object({ event: z.literal('stopTyping'), data: typingSchema }),
  z.object({
    ack: z.int(),
    data: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.string(), title: z.string() })),
  }),
  z.object({ event: z.literal('error'), data: z.object({ code: z.string(), title: z.string() }) }),
]);
export type DownMessage = z.infer<typeof downMessageSchema>;
