import * as z from 'zod/mini';
import { messageSchema } from '../chats/chat.ts';
import { chatIdSchema } from '../chats/chat-id.ts';
import { MAX_CATEGORY_LENGTH, MAX_MESSAGES_PER_PAGE, MAX_NAME_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { idSchema } from '../account/user.ts';
import { userEndpoint } from './endpoint.ts';
import { productIdParamSchema, wholeNumberSchema } from '../text/parameters.ts';

const chatParams = z.object({ chatId: chatIdSchema });

export const startChat = userEndpoint('POST /api/chats', {
  summary: 'Starts the caller’s chat about a product, or finds it. What is said of product and buyer is not believed',
  body: z.strictObject({
    productId: productIdParamSchema,
    buyerGoogleId: idSchema,
    title: z.optional(lineSchema(0, MAX_TITLE_LENGTH)),
    buyer_name: z.optional(lineSchema(0, MAX_NAME_LENGTH)),
    store: z.optional(lineSchema(0, MAX_CATEGORY_LENGTH)),
  }),
  reply: z.object({ id: chatIdSchema }),
  errors: ['not-found'],
  ownId: 'buyerGoogleId',
});

/** An `Idempotency-Key` becomes the photo's id, so that a retry is the same upload. */
export const uploadChatPhoto = userEndpoint('POST /api/chats/{chatId}/upload', {
  summary: 'Takes a photo for a message of a chat that the caller is a member of',
  params: chatParams,
  form: { files: 'image', maxFiles: 1 },
  headers: ['Idempotency-Key'],
  reply: z.object({ filePath: z.string() }),
  errors: ['no-room-for-photos', 'idempotency-conflict', 'in-progress'],
});

export const getChatPhoto = userEndpoint('GET /api/chats/{chatId}/images/{name}', {
  summary: 'A photo of a chat, for its members',
  params: z.object({ chatId: chatIdSchema, name: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}\.webp$/)) }),
  reply: z.unknown(),
  replyType: 'image/webp',
});

export const listMessages = userEndpoint('GET /api/chats/{chatId}/messages', {
  summary: 'Messages of a chat before a place, the oldest of them first',
  params: chatParams,
  query: z.strictObject({
    before: z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)),
    limit: z._default(wholeNumberSchema(1, MAX_MESSAGES_PER_PAGE), MAX_MESSAGES_PER_PAGE),
  }),
  reply: z.array(messageSchema),
});
