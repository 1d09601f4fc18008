import * as z from 'zod/mini';
import { PUSH_PATH } from '../service-worker/background-sync.ts';
import { cartLineSchema } from '../orders/cart.ts';
import { chatSchema, messageSchema } from '../chats/chat.ts';
import { chatIdSchema } from '../chats/chat-id.ts';
import { MAX_PUSH_BYTES, MAX_PUSH_OPERATIONS } from '../limits.ts';
import { operationResultSchema } from './mutations.ts';
import { orderSchema } from '../orders/order.ts';
import { rowDigestsSchema } from '../blocks/row-digests.ts';
import { idSchema, userSchema } from '../account/user.ts';
import { userEndpoint, visitorEndpoint } from './endpoint.ts';
import { proofSchema, wholeNumberSchema } from '../text/parameters.ts';

/** Cursors of a device in a user's rows, with their proofs; 0 if it has no rows. Cursors of another epoch or history count as 0. */
const cursorSchema = z.strictObject({
  epoch: z.optional(z.string().check(z.maxLength(64))),
  cart: z._default(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  cartProof: proofSchema,
  orders: z._default(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  ordersProof: proofSchema,
  chats: z._default(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER), 0),
  chatsProof: proofSchema,
  /**
   * The device's rows differ from the digests: all rows are sent, as a reset. The cursor still proves the history that the device knows.
   */
  reread: z.optional(wholeNumberSchema(1, 1)),
  /** The device's cart, or its orders, are not whole: all of them are sent, as for a cursor of 0. The device raises the number each time. */
  rereadCart: z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)),
  rereadOrders: z.optional(wholeNumberSchema(1, Number.MAX_SAFE_INTEGER)),
});

/** Reads anything as the cursor of a device without rows. */
const noCursorSchema = z.pipe(
  z.unknown(),
  z.transform((): z.output<typeof cursorSchema> => ({ cart: 0, orders: 0, chats: 0 })),
);

/** Changes of a user's rows since a cursor. */
const accountChangesSchema = z.object({
  epoch: z.string(),
  /** The device must drop its rows: this reply starts from nothing, whatever its `seq` numbers. Missing in replies of older servers. */
  reset: z.optional(z.boolean()),
  user: userSchema,
  /** `lines`: the whole cart, when it changed. */
  cart: z.object({ seq: z.int(), proof: proofSchema, lines: z.optional(z.array(cartLineSchema)) }),
  /** Changed orders, and ids of hidden ones. `isReset`: the device drops all other orders. */
  orders: z.object({
    seq: z.int(),
    proof: proofSchema,
    changed: z.array(orderSchema),
    removed: z.array(idSchema),
    isReset: z.boolean(),
    /** There are more: ask again from `seq`. */
    more: z.boolean(),
  }),
  /**
   * Changed chats with every new message; for a chat that is new to the device, some of its newest messages or none. The messages
   * on a device are always the newest of their chat, without a gap. `isReset`: the device drops all other chats and messages.
   */
  chats: z.object({
    seq: z.int(),
    proof: proofSchema,
    changed: z.array(chatSchema),
    messages: z.array(messageSchema),
    /** Chats that the user is no longer a member of. */
    removed: z.array(chatIdSchema),
    isReset: z.boolean(),
    /** There are more: ask again from `seq`. */
    more: z.boolean(),
  }),
  /** Digests of all rows at these cursors; missing if there are more changes. */
  digests: z.optional(rowDigestsSchema),
  /** The version of the canned replies, for staff; a device with another version asks for the replies. */
  replies: z.optional(z.string()),
});
export type AccountChanges = z.infer<typeof accountChangesSchema>;

export const pullAccount = userEndpoint('GET /api/sync/account', {
  summary:
    'What changed of the caller’s cart, orders and chats since a cursor; 304 if nothing did and the rows are those of `If-None-Match`',
  query: cursorSchema,
  headers: ['If-None-Match'],
  reply: accountChangesSchema,
  errors: ['bad-cursor'],
});

/** A place in the list of a user's chats, which is ordered by their newest messages: `before` is the time of the chat's newest message in ms. */
const chatPlaceSchema = z.object({ before: z.int(), chat: chatIdSchema });

const olderChatsSchema = z.object({
  epoch: z.string(),
  /** The user whose chats these are. Missing in replies of older servers. */
  user: z.optional(idSchema),
  /** The chats are as of this cursor: a device that has pulled further ignores them. */
  seq: z.int(),
  chats: z.array(chatSchema),
  /** Where the next page starts; null when there is none. */
  next: z.nullable(chatPlaceSchema),
});
export type OlderChats = z.output<typeof olderChatsSchema>;

export const listOlderChats = userEndpoint('GET /api/sync/chats', {
  summary:
    'A page of the caller’s chats, the one with the newest message first, after the place of `chat` and `before`: a device receives only some at first. `chat` alone: that chat',
  query: z.strictObject({
    before: z.optional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)),
    chat: z.optional(chatIdSchema),
  }),
  reply: olderChatsSchema,
});

export const pushOperations = visitorEndpoint(`POST ${PUSH_PATH}`, {
  summary:
    'Decides the operations of an outbox, each once however often it comes, and answers with what changed since a cursor',
  body: z.strictObject({
    /** Random id of the device's outbox. */
    client: idSchema,
    /** The user of the operations: the caller's own id, or null for a visitor's. */
    user: z.nullable(idSchema),
    /** A damaged cursor counts as none: it must not keep the operations from being decided. */
    cursor: z.optional(z.union([cursorSchema, noCursorSchema])),
    /** The epoch that the operations follow. A server in another epoch decides none: the device has to send earlier operations again first. */
    epoch: z.optional(z.string().check(z.maxLength(64))),
    /** All operations of this outbox up to this number are decided, and their results are stored on the device. */
    acknowledged: z.optional(z.int().check(z.minimum(0))),
    /** Each is an `operationSchema`; one that is not is rejected alone. */
    ops: z.array(z.unknown()).check(z.maxLength(MAX_PUSH_OPERATIONS)),
  }),
  readsApart: ['cursor', 'ops'],
  maxBodyBytes: MAX_PUSH_BYTES,
  reply: z.object({
    /** In the order of the operations; none if the operations follow another epoch. */
    results: z.array(operationResultSchema),
    /**
     * The server may have deleted the results of operations up to this number: one without a result is in doubt, and new operations need
     * higher numbers. Missing for a visitor.
     */
    forgotten: z.optional(z.int()),
    /** Missing for a visitor. */
    changes: z.optional(accountChangesSchema),
  }),
  errors: ['unauthorized', 'identity-mismatch'],
});
