import * as z from 'zod/mini';
import { chatIdSchema } from '../chats/chat-id.ts';
import { shopSchema } from '../text/parameters.ts';
import { idSchema } from '../account/user.ts';

const typingSchema = z.object({ chatId: chatIdSchema, userId: idSchema });

/** Pokes: they carry no rows, and losing one costs only delay. */
export const pokeSchemas = [
  /**
   * Products of a shop changed; `seq` is the position that includes the change, in the history `epoch`. `listeners` is the number of open
   * sockets, by which devices spread their pulls. `epoch` and `listeners` are missing from servers before 0.2.
   */
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
] as const;

export const typingSchemas = [
  /** Another member of one of the receiver's chats is typing, or has stopped. */
  z.object({ event: z.literal('typing'), data: typingSchema }),
  z.object({ event: z.literal('stopTyping'), data: typingSchema }),
] as const;

/** The messages that our devices act on. Devices fetch the changed rows by pulls. */
export const newsSchema = z.union([...pokeSchemas, ...typingSchemas]);
export type News = z.infer<typeof newsSchema>;
