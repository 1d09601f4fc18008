import { cartKey } from '#contract/cart-key.ts';
import type { CartLine } from '#contract/cart.ts';
import { chatIdOf } from '#contract/chat-path.ts';
import type { Mutation } from '#contract/mutations.ts';
import type { KnownProduct } from '../account/account-api.ts';

/** What the page knows of a product that is new in the cart. */
export type KnownLine = Omit<CartLine, 'quantity' | 'price_seen' | 'added_at'>;

export interface Rejection {
  readonly code: string;
  readonly detail: string;
  readonly current: unknown;
}

/** One operation of an outbox, as the device keeps it until its effect has come back from the server. */
export interface OutboxRecord {
  /** Rising; with the device's client id it is the idempotency key, so it never changes and is never used twice. */
  readonly op: number;
  readonly mutation: Mutation;
  readonly line: KnownLine | null;
  /** What the page knows of the product that a new chat is about. */
  readonly about?: KnownProduct;
  /** Device time in ms. */
  readonly createdAtMs: number;
  /**
   * `held`: a message whose photos are not on the server yet, or one behind it; nobody sends it. `waiting`: the server has not decided.
   * `acknowledged`: it said yes, but the rows on the device are older than that. `refused`: it said no, and a person decides what becomes of it.
   */
  readonly state: 'held' | 'waiting' | 'acknowledged' | 'refused';
  /** Cursor from which on the rows include an acknowledged operation. */
  readonly seq: number | null;
  readonly refusal: Rejection | null;
  /** Its photos were uploaded once more, because the server did not have them when it came. */
  readonly isUploadedAgain?: boolean;
}

/** A new operation; the database gives it its number. */
export const createOutboxRecord = (
  mutation: OutboxRecord['mutation'],
  line: OutboxRecord['line'],
  more: Partial<Pick<OutboxRecord, 'about' | 'state' | 'isUploadedAgain'>> = {},
): Omit<OutboxRecord, 'op'> => ({
  mutation,
  line,
  createdAtMs: Date.now(),
  state: 'waiting',
  seq: null,
  refusal: null,
  ...more,
});

/** The line of the cart that an operation changes; undefined where it changes none. */
export function changedLine({ name, args }: Mutation): string | undefined {
  return name === 'addCartItem' || name === 'setCartQuantity' || name === 'removeCartItem' ? cartKey(args) : undefined;
}

/** The chat that an operation of a user changes; undefined where it changes none. */
export function changedChat({ name, args }: Mutation, user: string): string | undefined {
  if (name === 'startChat') return chatIdOf(user, args.product_id);
  return name === 'sendMessage' || name === 'markChatRead' ? args.chat_id : undefined;
}
