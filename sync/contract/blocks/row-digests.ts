import * as z from 'zod/mini';
import { addDigest, mixDigest } from './digest.ts';
import { hashText } from '../text/hash-text.ts';
import type { CartLine } from '../orders/cart.ts';
import type { Chat } from '../chats/chat.ts';
import type { Order } from '../orders/order.ts';

const digestSchema = z.int().check(z.minimum(0), z.maximum(0xffff_ffff));

/** Digests of a user's rows at the cursors of a reply, for the device to compare its own with. */
export const rowDigestsSchema = z.object({
  cart: digestSchema,
  orders: digestSchema,
  /** Missing when the user has more chats than a device is given at once. */
  chats: z.optional(digestSchema),
});
export type RowDigests = z.infer<typeof rowDigestsSchema>;

/**
 * Entity tag of a user's rows: if a device names it and the pull would change nothing on the device, the answer is 304. The tag is weak,
 * because the server's positions also advance with other users' changes. `replies`: version of the staff's canned replies; an empty version
 * and a missing one give different tags.
 */
export const toRowsTag = (sub: string, { cart, orders, chats }: RowDigests, replies: string | undefined): string =>
  `W/"${[sub, cart, orders, chats, ...(replies === undefined ? [] : [replies])].join('.')}"`;

/** Digest of a cart, in the order of its lines. Leaves out current prices and stock, which change without the cart. */
export const digestCart = (
  lines: readonly Pick<CartLine, 'product_id' | 'condition' | 'quantity' | 'price_seen' | 'added_at'>[],
): number =>
  lines.reduce(
    (digest, { product_id, condition, quantity, price_seen, added_at }) =>
      mixDigest(digest, hashText([product_id, condition, quantity, price_seen, added_at].join(' '))),
    lines.length,
  );

/** Digest of orders, whatever their sequence. Ids and `seq` are enough: each change of an order gives it another `seq`. */
export const digestOrders = (orders: readonly Pick<Order, 'id' | 'seq'>[]): number =>
  orders.reduce((digest, { id, seq }) => addDigest(digest, hashText(`${id} ${seq}`)), 0);

/** Digest of chats, whatever their sequence, with the numbers of their newest messages and read marks. */
export const digestChats = (chats: readonly Pick<Chat, 'id' | 'last_seq' | 'read_seq' | 'peer_read_seq'>[]): number =>
  chats.reduce(
    (digest, { id, last_seq, read_seq, peer_read_seq }) =>
      addDigest(digest, hashText([id, last_seq, read_seq, peer_read_seq].join(' '))),
    0,
  );
