import * as z from 'zod/mini';
import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_PHOTOS } from '../limits.ts';
import { trimMessage } from '../text/trim-message.ts';
import { productIdSchema, productLifeSchema } from '../products/product.ts';
import { wellFormedCheck } from '../text/text-schemas.ts';
import { idSchema } from '../account/user.ts';
import { chatIdSchema } from './chat-id.ts';

/** A photo path, see `photoPath`. */
export const photoPathSchema = z
  .string()
  .check(
    z.regex(
      /^\/api\/chats\/\d{1,10}(\.\d{1,10})?-[A-Za-z0-9_-]{1,64}\/images\/[A-Za-z0-9_-]{1,64}\.webp$/,
      'must be the path of a photo of a chat',
    ),
  );

// Line feeds and tabs may be part of a text; the other control characters may not.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Text of a message after `trimMessage`, measured in code points. */
export const messageTextSchema = z.string().check(
  z.overwrite(trimMessage),
  z.refine(
    (text) => [...text].length <= MAX_MESSAGE_LENGTH,
    `must not be longer than ${MAX_MESSAGE_LENGTH} characters`,
  ),
  z.refine((text) => !CONTROL_CHARACTERS.test(text), 'must have no control characters'),
  wellFormedCheck,
);

/** Content of a message: text, photos already uploaded to its chat, or both. */
export const messageBodyShape = {
  content: messageTextSchema,
  images: z.array(photoPathSchema).check(z.maxLength(MAX_MESSAGE_PHOTOS)),
};

/** An empty message is rejected. */
export const messageContentCheck = z.refine<{ content: string; images: readonly string[] }>(
  ({ content, images }) => content !== '' || images.length > 0,
  'must have a text or a photo',
);

/** One message of a chat. */
export const messageSchema = z.object({
  /** Chosen by the sender, so that a retry is the same message. */
  id: idSchema,
  chat_id: chatIdSchema,
  /** Sequence number in the chat: 1, 2, 3, … without a gap. */
  seq: z.int().check(z.minimum(1)),
  sender_google_id: idSchema,
  content: z.string(),
  /** Paths that members can read. */
  images: z.array(z.string()),
  /** Time of the server, ISO 8601. */
  timestamp: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

/** A chat as one of its members sees it. Its members are the buyer, and on the other side the listed seller and administrators. */
export const chatSchema = z.object({
  id: chatIdSchema,
  product_id: productIdSchema,
  /** Missing for 0. */
  life: z.optional(productLifeSchema),
  /** Title of the product when the chat was started; `preview` and `placeholder` are of the same time. */
  title: z.string(),
  /** Path of the product's preview image, or empty, and its thumbhash. */
  preview: z.string(),
  placeholder: z.string(),
  buyer_name: z.string(),
  buyer_google_id: idSchema,
  /** Empty if no seller was listed. */
  seller_google_id: z.string(),
  /** Text of the newest message; empty for photos only and without messages. */
  last_message: z.string(),
  /** Photos of the newest message. */
  last_message_photos: z.int(),
  /** ISO 8601; null without messages. */
  last_message_time: z.nullable(z.string()),
  /** Empty without messages. */
  last_sender_google_id: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  has_unread_messages: z.boolean(),
  /** Messages of the other side that this member has not read. */
  unread_count: z.int(),
  /** Sequence number of the newest message; 0 without messages. */
  last_seq: z.int(),
  /** Sequence numbers up to which this member has read, and up to which the other side has: its member who has read furthest. */
  read_seq: z.int(),
  peer_read_seq: z.int(),
});
export type Chat = z.infer<typeof chatSchema>;
