import * as z from 'zod/mini';
import { chatSchema, messageSchema } from '../chats/chat.ts';
import { pokeSchemas, typingSchemas } from './news.ts';

/** Messages from server to client. */
export const downMessageSchema = z.union([
  ...pokeSchemas,
  /** The newest chats of the receiver, newest message first. */
  z.object({ event: z.literal('chatsList'), data: z.array(chatSchema) }),
  /** Messages of a joined chat, oldest first; a long gap is sent in several frames. */
  z.object({ event: z.literal('chatHistory'), data: z.array(messageSchema) }),
  z.object({ event: z.literal('newMessage'), data: messageSchema }),
  ...typingSchemas,
  z.object({
    ack: z.int(),
    data: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.string(), title: z.string() })),
  }),
  z.object({ event: z.literal('error'), data: z.object({ code: z.string(), title: z.string() }) }),
]);
export type DownMessage = z.infer<typeof downMessageSchema>;
