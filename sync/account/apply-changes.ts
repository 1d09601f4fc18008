import type { AccountChanges } from '#contract/http/account.ts';
import { INITIAL_CURSOR } from '../database/user-database.ts';
import type { AccountCursor, UserDatabase } from '../database/user-database.ts';
import { applyChats, clearChats } from './apply-chats.ts';

/**
 * Replaces what changed since the cursor `before`; returns the new cursor. Within a transaction of the tables. `keepsCart`: the cart is
 * left as it is.
 */
export async function applyChanges(
  database: UserDatabase,
  before: AccountCursor,
  { epoch, cart, orders, chats }: AccountChanges,
  keepsCart: boolean,
): Promise<AccountCursor> {
  const isNewEpoch = epoch !== before.epoch;
  if (isNewEpoch && keepsCart) return before;
  let { cart: cartSeq, orders: ordersSeq } = isNewEpoch ? INITIAL_CURSOR : before;
  if (isNewEpoch) await Promise.all([database.cart.clear(), database.orders.clear(), clearChats(database)]);
  // Without lines the cart is unchanged since the cursor that was sent, which may no longer be this one.
  if (!keepsCart && cart.lines && cart.seq >= cartSeq) {
    cartSeq = cart.seq;
    await database.cart.clear();
    await database.cart.bulkAdd(cart.lines.map((line, place) => ({ ...line, place })));
  }
  if (orders.seq >= ordersSeq) {
    ordersSeq = orders.seq;
    if (orders.isReset) await database.orders.clear();
    await database.orders.bulkPut([...orders.changed]);
    await database.orders.bulkDelete([...orders.removed]);
  }
  const chatsSeq = await applyChats(database, isNewEpoch ? 0 : before.chats, chats);
  return { epoch, cart: cartSeq, orders: ordersSeq, chats: chatsSeq };
}
