import { sql } from 'kysely';
import { ApiError } from '#contract/http/errors.ts';
import { eraseChats } from '../chats/erase-chats.ts';
import { anonymiseOrders, countPendingOrders } from '../orders/anonymise-orders.ts';
import { endCredential } from '../identity/credentials/end-credential.ts';
import { unlinkChatLogins } from '../identity/administrators/administrator.repository.ts';
import type { OrderChanges } from '../orders/order-changes.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { insertFormerUser } from './former-user.ts';
import { deleteAccount } from './my-data.repository.ts';
import { engineOf } from '../storage/engine-of.ts';

/** Deletes users with their data. */
export interface EraseUser {
  /**
   * Deletes a user's account, cart, sessions, push subscriptions, chats and photos, and anonymises their orders, in one transaction. After
   * the commit, the user's sockets are closed and the devices of the staff are poked.
   * @throws ApiError order-not-sent, listed-user
   */
  (sub: string): Promise<void>;
}

export interface EraseUserOptions {
  readonly write: Write;
  readonly changes: Pick<OrderChanges, 'setStatus' | 'update'>;
  /** Users named by the settings. */
  readonly named: readonly string[];
  /** Time in ms. */
  readonly now: () => number;
}

export const createEraseUser =
  ({ write, changes, named, now }: EraseUserOptions): EraseUser =>
  (sub) =>
    write(async (unit) => {
      if (named.includes(sub)) {
        throw new ApiError('listed-user', 'The settings of this shop name you. Ask its owner to remove you first.');
      }
      await requireNoPendingOrders(unit, sub);
      const atMs = now();
      await withZeroedPages(unit, async () => {
        const former = await insertFormerUser(unit.trx, atMs);
        await anonymiseOrders(unit, changes, sub, former);
        await eraseChats(unit, sub, former, atMs);
        await unlinkChatLogins(unit.trx, sub);
        await endCredential(unit, { kind: 'shop-login', sub });
        await deleteAccount(unit.trx, sub);
      });
    });

/** Runs a deletion that also zeroes the pages of SQLite's file that it frees. Other deletions do not, because zeroing costs more writes. */
async function withZeroedPages({ trx }: WriteUnit, run: () => Promise<void>): Promise<void> {
  if (engineOf(trx) !== 'sqlite') return run();
  await sql`pragma secure_delete = on`.execute(trx);
  try {
    await run();
  } finally {
    await sql`pragma secure_delete = fast`.execute(trx);
  }
}

async function requireNoPendingOrders(unit: WriteUnit, sub: string): Promise<void> {
  const count = await countPendingOrders(unit, sub);
  if (count === 0) return;
  const orders = count === 1 ? '1 order is' : `${count} orders are`;
  throw new ApiError(
    'order-not-sent',
    `${orders} paid for and not sent yet. The shop needs your address until then; try again afterwards.`,
    { current: { orders: count } },
  );
}
