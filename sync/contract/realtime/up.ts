import * as z from 'zod/mini';
import { chatIdSchema, messageBodyShape, messageContentCheck } from '../chats/chat.ts';
import { wholeNumberSchema } from '../text/parameters.ts';
import { MAX_TOKEN_LENGTH } from '../limits.ts';
import { idSchema } from '../account/user.ts';

/** A frame with `id` is acknowledged by `{"ack": id, …}`. */
const frameId = z.optional(z.int().check(z.minimum(0)));

const chatUserShape = { chatId: chatIdSchema, userId: idSchema };

/** Messages from client to server. User ids must be that of the socket's session. */
export const upMessageSchema = z.discriminatedUnion('event', [
  /** A ping; a browser cannot send protocol pings. */
  z.strictObject({ event: z.literal('ping'), id: frameId, data: z.optional(z.unknown()) }),
  /** Registers the user of the socket. The session alone is enough for pokes. */
  z.strictObject({ event: z.literal('registerUser'), id: frameId, data: z.object({ userId: idSchema }) }),
  /** Subscribes an administrator to orders; valid on the device that the token was issued to. */
  z.strictObject({
    event: z.literal('registerAdmin'),
    id: frameId,
    data: z.strictObject({ token: z.string().check(z.maxLength(MAX_TOKEN_LENGTH)) }),
  }),
  /** Asks for `chatsList`, now and whenever it changes. */
  z.strictObject({ event: z.literal('getChats'), id: frameId, data: z.object({ participantId: idSchema }) }),
  /** Asks for `chatHistory`, then `newMessage` for each message. `after`: sequence number of the last known message; all later ones are sent. */
  z.strictObject({
    event: z.literal('joinChat'),
    id: frameId,
    data: z.union([
      chatIdSchema,
      z.strictObject({ chatId: chatIdSchema, after: z.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)) }),
    ]),
  }),
  /** Leaves a chat, or all of them without one. */
  z.strictObject({
    event: z.literal('leaveChat'),
    id: frameId,
    data: z.optional(z.union([chatIdSchema, z.strictObject({ chatId: chatIdSchema })])),
  }),
  /** Marks messages up to `seq` as read, or all without it. */
  z.strictObject({
    event: z.literal('markAsRead'),
    id: frameId,
    data: z.strictObject({ chatId: chatIdSchema, seq: z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)) }),
  }),
  z.strictObject({ event: z.literal('typing'), id: frameId, data: z.strictObject(chatUserShape) }),
  z.strictObject({ event: z.literal('stopTyping'), id: frameId, data: z.strictObject(chatUserShape) }),
  /** `clientMsgId` makes a retry the same message; its acknowledgement carries the message. */
  z.strictObject({
    event: z.literal('sendMessage'),
    id: frameId,
    data: z
      .strictObject({
        chatId: chatIdSchema,
        senderGoogleId: idSchema,
        clientMsgId: z.optional(idSchema),
        ...messageBodyShape,
        images: z._default(messageBodyShape.images, []),
      })
      .check(messageContentCheck),
  }),
]);
export type UpMessage = z.infer<typeof upMessageSchema>;
