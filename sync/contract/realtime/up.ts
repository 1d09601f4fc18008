import * as z from 'zod/mini';
import { messageBodyShape, messageContentCheck } from '../chats/chat.ts';
import { chatIdSchema } from '../chats/chat-id.ts';
import { wholeNumberSchema } from '../text/parameters.ts';
import { MAX_TOKEN_LENGTH } from '../limits.ts';
import { idSchema } from '../account/user.ts';

/** A frame with `id` is acknowledged by `{"ack": id, …}`. */
const frameId = z.optional(z.int().check(z.minimum(0)));

/** Returns the schema of a message with this name and data. */
const frame = <Name extends string, Data extends z.ZodMiniType>(event: Name, data: Data) =>
  z.strictObject({ event: z.literal(event), id: frameId, data });

const chatUserSchema = z.strictObject({ chatId: chatIdSchema, userId: idSchema });

/** Messages from client to server. User ids must be that of the socket's session. */
export const upMessageSchema = z.discriminatedUnion('event', [
  /** A ping; a browser cannot send protocol pings. */
  frame('ping', z.optional(z.unknown())),
  /** Registers the user of the socket. The session alone is enough for pokes. */
  frame('registerUser', z.object({ userId: idSchema })),
  /** Subscribes an administrator to orders; valid on the device that the token was issued to. */
  frame('registerAdmin', z.strictObject({ token: z.string().check(z.maxLength(MAX_TOKEN_LENGTH)) })),
  /** Asks for `chatsList`, now and whenever it changes. */
  frame('getChats', z.object({ participantId: idSchema })),
  /** Asks for `chatHistory`, then `newMessage` for each message. `after`: sequence number of the last known message; all later ones are sent. */
  frame(
    'joinChat',
    z.union([
      chatIdSchema,
      z.strictObject({ chatId: chatIdSchema, after: z.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)) }),
    ]),
  ),
  /** Leaves a chat; without data, leaves all chats. */
  frame('leaveChat', z.optional(z.union([chatIdSchema, z.strictObject({ chatId: chatIdSchema })]))),
  /** Marks messages up to `seq` as read; without `seq`, all of them. */
  frame(
    'markAsRead',
    z.strictObject({ chatId: chatIdSchema, seq: z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)) }),
  ),
  frame('typing', chatUserSchema),
  frame('stopTyping', chatUserSchema),
  /** A retry with the same `clientMsgId` adds no second message. The acknowledgement carries the message. */
  frame(
    'sendMessage',
    z
      .strictObject({
        chatId: chatIdSchema,
        senderGoogleId: idSchema,
        clientMsgId: z.optional(idSchema),
        ...messageBodyShape,
        images: z._default(messageBodyShape.images, []),
      })
      .check(messageContentCheck),
  ),
]);
export type UpMessage = z.infer<typeof upMessageSchema>;
