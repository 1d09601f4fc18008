import * as z from 'zod/mini';
import { cartItemShape, cartQuantitySchema } from '../orders/cart.ts';
import { chatIdOf } from '../chats/chat-path.ts';
import { messageBodyShape, messageContentCheck } from '../chats/chat.ts';
import { chatIdSchema } from '../chats/chat-id.ts';
import { shopSchema } from '../text/parameters.ts';
import { dollarsSchema, productIdSchema, productLifeSchema } from '../products/product.ts';
import { lineSchema } from '../text/text-schemas.ts';
import { MAX_PAYMENT_ID_LENGTH } from '../limits.ts';
import { idSchema } from '../account/user.ts';

/** The life of the product as the user saw it; a caller that omits it means whichever product has the id. */
const seenLifeSchema = z.optional(productLifeSchema);

/**
 * Changes that a device shows at once and the server decides later. Those of a cart change one line each, never the whole cart, so that changes
 * of several devices merge.
 */
export const MUTATIONS = {
  /** Adds units of a condition to the cart. */
  addCartItem: z.strictObject({
    ...cartItemShape,
    life: seenLifeSchema,
    quantity: cartQuantitySchema,
    price_seen: dollarsSchema,
  }),
  setCartQuantity: z.strictObject({
    ...cartItemShape,
    life: seenLifeSchema,
    quantity: cartQuantitySchema,
    price_seen: z.optional(dollarsSchema),
  }),
  removeCartItem: z.strictObject({ ...cartItemShape, life: seenLifeSchema }),
  /** Hides an order from its buyer's list. */
  deleteOrder: z.strictObject({ payment_id: lineSchema(1, MAX_PAYMENT_ID_LENGTH) }),
  /** Starts the user's chat about a product; the chat's id follows from user and product. */
  startChat: z.strictObject({ product_id: productIdSchema, life: seenLifeSchema }),
  /** Sends a message to a chat. Photos must have been uploaded. */
  sendMessage: z
    .strictObject({ chat_id: chatIdSchema, message_id: idSchema, ...messageBodyShape })
    .check(messageContentCheck),
  /** The user has seen a chat up to a message. The highest mark counts, but at most the number of the newest message. */
  markChatRead: z.strictObject({ chat_id: chatIdSchema, seq: z.int().check(z.minimum(1)) }),
  /** A visitor opened a product. The only mutation without a signed-in user. */
  recordView: z.strictObject({ shop: shopSchema, id: productIdSchema }),
} as const satisfies Record<string, z.ZodMiniType>;

export type MutationName = keyof typeof MUTATIONS;
export type MutationArgs<Name extends MutationName> = z.output<(typeof MUTATIONS)[Name]>;

/** A mutation with its arguments. */
export type Mutation = {
  [Name in MutationName]: { readonly name: Name; readonly args: MutationArgs<Name> };
}[MutationName];

const operationNumberSchema = z.int().check(z.minimum(1));

/** One mutation in an outbox: operations of one ordering key are applied in order; other keys do not wait for them. */
export const operationSchema = z.strictObject({
  /** The operation's identity: random, made on the device before the operation is stored and first sent. */
  id: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,96}$/, 'must be the id of an operation')),
  /** The operation's number in its outbox, rising; a device whose storage was rolled back uses numbers again. */
  number: operationNumberSchema,
  /** One of `MUTATIONS`; an unknown name or invalid arguments must not reject the other operations. */
  name: z.string().check(z.minLength(1), z.maxLength(50)),
  args: z.unknown(),
});
export type Operation = z.infer<typeof operationSchema>;

/** An operation of protocol version 1, which had no id of its own. */
export const numberedOperationSchema = z.strictObject({
  op: operationNumberSchema,
  name: operationSchema.shape.name,
  args: z.unknown(),
});

/** Names the operation of a result; `op` is its number, for pages of protocol version 1, whose operations have no id. */
const resultName = { id: z.string(), op: z.optional(z.int()) };

/** The server's decision about the operation with this id. */
export const operationResultSchema = z.discriminatedUnion('outcome', [
  /** Done now or before. `seq`: the cursor of the cart, orders or chats from which on they include the change; 0 if no rows changed. */
  z.object({ ...resultName, outcome: z.literal('applied'), seq: z.int() }),
  /** Not applied, and not to be sent again: `code` is an error code of the contract. */
  z.object({
    ...resultName,
    outcome: z.literal('rejected'),
    code: z.string(),
    detail: z.string(),
    current: z.optional(z.unknown()),
  }),
  /** Changed elsewhere meanwhile: `current` is the current state. */
  z.object({ ...resultName, outcome: z.literal('conflict'), current: z.unknown() }),
  /** Deferred; nothing happened. Later operations of the same key are deferred as well. */
  z.object({ ...resultName, outcome: z.literal('later'), retryAfter: z.optional(z.int()) }),
]);
export type OperationResult = z.infer<typeof operationResultSchema>;

/** The groups of a user's rows, each with its own cursor. */
export type UserRows = 'cart' | 'orders' | 'chats';

/** The rows that a mutation changes: the `seq` of its result is their cursor. Null if it changes none of the user's rows. */
export const MUTATION_ROWS = {
  addCartItem: 'cart',
  setCartQuantity: 'cart',
  removeCartItem: 'cart',
  deleteOrder: 'orders',
  startChat: 'chats',
  sendMessage: 'chats',
  markChatRead: 'chats',
  recordView: null,
} as const satisfies Record<MutationName, UserRows | null>;

/**
 * Returns the ordering key of an operation: those of one key are decided in order, and wait for no other key. `user`: null for a visitor.
 */
export function orderingKey({ name, args }: Mutation, user: string | null): string {
  switch (name) {
    case 'addCartItem':
    case 'setCartQuantity':
    case 'removeCartItem':
      // A cart has a limit of lines: a removal must be applied before an addition that follows it.
      return 'cart';
    case 'deleteOrder':
      return `order/${args.payment_id}`;
    case 'startChat':
      return `chat/${chatIdOf(user ?? '', args.product_id, args.life)}`;
    case 'sendMessage':
      return `chat/${args.chat_id}`;
    case 'markChatRead':
      // A read mark does not wait for messages that the rate limit defers.
      return `read/${args.chat_id}`;
    case 'recordView':
      return 'views';
  }
}
