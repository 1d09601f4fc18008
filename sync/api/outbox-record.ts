import type { CartItem, CartLine } from '#contract/orders/cart.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import type { Chat } from '#contract/chats/chat.ts';

/** A product that is new in the cart, as known to the page. */
export type KnownLine = Omit<CartLine, 'quantity' | 'price_seen' | 'added_at'>;

/** The product of a new chat, as known to the page. */
export type KnownProduct = Pick<Chat, 'product_id' | 'life' | 'title' | 'preview' | 'placeholder'> & {
  readonly buyer_name: string;
};

export interface Rejection {
  readonly code: string;
  readonly detail: string;
  readonly current: unknown;
}

/** An operation of a user's outbox. It stays on the device while it may have to be sent to a restored server. */
export interface OutboxRecord {
  /** Its identity on the device and on the server; random and made before the first write, so that every write and call can be repeated. */
  readonly id: string;
  /** Its place in the outbox, ascending. */
  readonly number: number;
  readonly mutation: Mutation;
  readonly line: KnownLine | null;
  /** The product of a new chat, as known to the page. */
  readonly about?: KnownProduct;
  readonly createdAtMs: number;
  /** `held`: not sent until the photos of this message and those before it are on the server. `rejected`: the user must decide about it. */
  readonly state: 'held' | 'waiting' | 'rejected';
  readonly rejection: Rejection | null;
  /** The epoch in which the server applied it, once the device's rows include it; empty until then, while it is shown on top of them. */
  readonly ackEpoch: string;
  /** Cursor from which on the rows of that epoch include it; 0 until then. */
  readonly ackSeq: number;
  /** Its photos were uploaded once more, because the server did not have them when the message arrived. */
  readonly isUploadedAgain?: boolean;
}

/** An operation that is not stored yet. */
export type NewOperation = Omit<OutboxRecord, 'number'>;

/** Id and time of a row to write, chosen before the transaction: if that runs again after a lost connection, it stores the same row. */
export interface WriteIdentity {
  readonly id: string;
  /** Device time in ms. */
  readonly atMs: number;
}

export const createWriteIdentity = (): WriteIdentity => ({ id: crypto.randomUUID(), atMs: Date.now() });

/** Makes an operation. Its identity is made before the write that stores it, so that a repeated write stores the same operation. */
export const createOutboxRecord = (
  { id, atMs }: WriteIdentity,
  mutation: OutboxRecord['mutation'],
  line: OutboxRecord['line'],
  more: Partial<Pick<OutboxRecord, 'about' | 'state' | 'isUploadedAgain'>> = {},
): NewOperation => ({
  id,
  mutation,
  line,
  createdAtMs: atMs,
  state: 'waiting',
  rejection: null,
  ackEpoch: '',
  ackSeq: 0,
  ...more,
});

/** Returns the key of a line within one cart. */
export const cartKey = ({ product_id, condition }: CartItem): string => `${product_id}/${condition}`;

/** The cart line that an operation changes; undefined for other operations. */
export function changedLine({ name, args }: Mutation): string | undefined {
  return name === 'addCartItem' || name === 'setCartQuantity' || name === 'removeCartItem' ? cartKey(args) : undefined;
}

/** The chat that an operation of a user changes; undefined for other operations. */
export function changedChat({ name, args }: Mutation, user: string): string | undefined {
  if (name === 'startChat') return chatIdOf(user, args.product_id, args.life);
  return name === 'sendMessage' || name === 'markChatRead' ? args.chat_id : undefined;
}
