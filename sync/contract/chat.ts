import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_PHOTOS } from './limits.ts';
import { trimMessage } from './text/trim-message.ts';
import { productIdSchema } from './product.ts';
import { wellFormedCheck } from './text/text-schemas.ts';
import { idSchema } from './user.ts';

/** As `chatIdOf` makes it. */
export const chatIdSchema = z.string().check(z.regex(/^\d{1,10}-[A-Za-z0-9_-]{1,64}$/, 'must be the id of a chat'));

/** As `photoPath` makes it. */
export const photoPathSchema = z
  .string()
  .check(
    z.regex(
      /^\/api\/chats\/\d{1,10}-[A-Za-z0-9_-]{1,64}\/images\/[A-Za-z0-9_-]{1,64}\.webp$/,
      'must be the path of a photo of a chat',
    ),
  );

// Lines and tabs are part of a text; the other control characters are not.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Text of a message, as `trimMessage` leaves it; counted in code points, so that an emoji of one is one. */
const contentSchema = z.string().check(
  z.overwrite(trimMessage),
  z.refine(
    (text) => [...text].length <= MAX_MESSAGE_LENGTH,
    `must not be longer than ${MAX_MESSAGE_LENGTH} characters`,
  ),
  z.refine((text) => !CONTROL_CHARACTERS.test(text), 'must have no control characters'),
  wellFormedCheck,
);

/** What a message says: text, photos that were uploaded to its chat before, or both. */
export const messageBodyShape = {
  content: contentSchema,
  images: z.array(photoPathSchema).check(z.maxLength(MAX_MESSAGE_PHOTOS)),
};

/** An empty message is rejected. */
export const messageContentCheck = z.refine<{ content: string; images: readonly string[] }>(
  ({ content, images }) => content !== '' || images.length > 0,
  'must have a text or a photo',
);

/** One message of a chat. */
export const messageSchema = z.object({
  /** Chosen by the sender: a message that is sent again is the same one. */
  id: idSchema,
  chat_id: chatIdSchema,
  /** Its place in the chat: 1, 2, 3, … without a gap. */
  seq: z.int().check(z.minimum(1)),
  sender_google_id: idSchema,
  content: z.string(),
  /** Paths that members can read. */
  images: z.array(z.string()),
  /** ISO 8601, of the server. */
  timestamp: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

/** A chat as one of its members sees it. Its members are the buyer, and on the other side the listed seller and administrators. */
export const chatSchema = z.object({
  id: chatIdSchema,
  product_id: productIdSchema,
  /** Of the product, as it was when the chat was started, like `preview` and `placeholder`. */
  title: z.string(),
  /** Path of the product's preview picture, or empty, and its thumbhash. */
  preview: z.string(),
  placeholder: z.string(),
  buyer_name: z.string(),
  buyer_google_id: idSchema,
  /** Empty if no seller was listed. */
  seller_google_id: z.string(),
  /** Text of the newest message; empty where it has only photos, and where there is none. */
  last_message: z.string(),
  /** Photos of the newest message. */
  last_message_photos: z.int(),
  /** ISO 8601; null while there is no message. */
  last_message_time: z.nullable(z.string()),
  /** Empty while there is no message. */
  last_sender_google_id: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  has_unread_messages: z.boolean(),
  /** Messages of the other side that this member has not read. */
  unread_count: z.int(),
  /** Place of the newest message; 0 while there is none. */
  last_seq: z.int(),
  /** Up to where this member, and the furthest of the other side, has read. */
  read_seq: z.int(),
  peer_read_seq: z.int(),
});
export type Chat = z.infer<typeof chatSchema>;
