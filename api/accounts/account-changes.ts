import { ApiError } from '#contract/errors.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import { listLines } from '../cart/cart.repository.ts';
import { listOrderChanges } from '../orders/order-feed.ts';
import type { Database } from '../storage/database.ts';
import { findAccount } from './user-cursor.repository.ts';

/** How far a device knows a user's rows. */
export interface AccountCursor {
  readonly epoch?: string | undefined;
  readonly cart: number;
  readonly orders: number;
}

/**
 * What changed of a user's rows since a cursor, as one committed state. A cursor of another epoch, or one from the future, knows nothing.
 * @throws ApiError unauthorized when there is no such user any more
 */
export function readAccountChanges(
  database: Database,
  epoch: string,
  sub: string,
  cursor: AccountCursor,
): Promise<AccountChanges> {
  return database.reader.transaction().execute(async (trx) => {
    const account = await findAccount(trx, sub);
    if (!account) throw new ApiError('unauthorized');
    const { cart_seq, order_seq, ...user } = account;
    const isKnown = cursor.epoch === epoch && cursor.cart <= cart_seq && cursor.orders <= order_seq;
    const since = isKnown ? cursor : { cart: 0, orders: 0 };
    return {
      epoch,
      user,
      cart: { seq: cart_seq, ...((since.cart < cart_seq || !isKnown) && { lines: await listLines(trx, sub) }) },
      orders: await listOrderChanges(trx, sub, since.orders, order_seq),
    };
  });
}
