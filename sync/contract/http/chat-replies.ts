import * as z from 'zod/mini';
import { messageTextSchema } from '../chats/chat.ts';
import { MAX_REPLIES, MAX_REPLY_NAME_LENGTH } from '../limits.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { adminEndpoint, userEndpoint } from './endpoint.ts';

const replyIdSchema = z
  .string()
  .check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must be the id of a reply: a UUID in lower case'));

const replyParams = z.object({ id: replyIdSchema });

/** A text that the staff inserts into answers, with `REPLY_PLACEHOLDERS` in braces. */
export const chatReplySchema = z.object({
  /** Chosen by the device that adds it, so that a retry is the same reply. */
  id: replyIdSchema,
  name: z.string(),
  text: z.string(),
  /** Rises with each change. */
  version: z.int().check(z.minimum(1)),
});
export type ChatReply = z.infer<typeof chatReplySchema>;

const repliesSchema = z.object({
  /** Changes whenever the list does. */
  version: z.string(),
  /** In the order that administrators chose. */
  replies: z.array(chatReplySchema),
});

/** All stored replies, and the version of their list. */
export type ChatReplies = z.infer<typeof repliesSchema>;

export const getChatReplies = userEndpoint('GET /api/chat-replies', {
  summary: 'The staff’s canned replies, for those who answer chats',
  reply: repliesSchema,
  errors: ['forbidden'],
});

export const listChatReplies = adminEndpoint('chat', 'GET /api/admin-chat-replies', {
  summary: 'The staff’s canned replies',
  reply: repliesSchema,
});

export const saveChatReply = adminEndpoint('chat', 'PUT /api/admin-chat-replies/{id}', {
  summary: `Adds or changes a canned reply; there are at most ${MAX_REPLIES}`,
  params: replyParams,
  body: z.strictObject({
    name: lineSchema(1, MAX_REPLY_NAME_LENGTH),
    text: messageTextSchema.check(z.minLength(1, 'must not be empty')),
    /** The version that the change starts from; 0 adds the reply. */
    version: z.int().check(z.minimum(0)),
  }),
  reply: chatReplySchema,
  /** `stale-version`: changed meanwhile, `current` is the present reply; `not-found`: deleted meanwhile. */
  errors: ['stale-version', 'reply-name-taken', 'too-many-replies'],
});

export const deleteChatReply = adminEndpoint('chat', 'DELETE /api/admin-chat-replies/{id}', {
  summary: 'Deletes a canned reply; one that is gone already is no error',
  params: replyParams,
});

export const orderChatReplies = adminEndpoint('chat', 'PUT /api/admin-chat-replies', {
  summary:
    'Puts canned replies in an order; unknown ids are skipped, replies without a place follow in their old order',
  body: z.strictObject({ ids: z.array(replyIdSchema).check(z.maxLength(MAX_REPLIES)) }),
  reply: repliesSchema,
});
