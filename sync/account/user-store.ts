import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/mutations.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import { INITIAL_CURSOR } from '../database/user-database.ts';
import type { AccountCursor, UserDatabase } from '../database/user-database.ts';
import type { OutboxRecord, Rejection } from '../outbox/outbox-record.ts';
import type { AccountSyncState } from './account-api.ts';
import { applyChats, clearChats } from './apply-chats.ts';
import { applyResults, dropConfirmedOperations } from './apply-results.ts';
import { UserDatabaseHandle } from './user-database-handle.ts';

/** The outcome of an exchange with the server. */
export interface Exchange {
  readonly results: readonly OperationResult[];
  /** Missing for a visitor. */
  readonly changes: AccountChanges | undefined;
  /** Leaves the confirmed cart as it is: one that may already include a pending addition would count it twice. */
  readonly keepsCart: boolean;
  /** Device time in ms. */
  readonly atMs: number;
}

/** A user's database, or the visitor's, as the worker writes it. Older data never overwrites newer data. */
export class UserStore extends UserDatabaseHandle {
  /** The id of this outbox. */
  client(): Promise<string> {
    return this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        const known = await readMeta(database, 'client');
        if (known !== undefined) return known;
        const client = crypto.randomUUID();
        await writeMeta(database, 'client', client);
        return client;
      }),
    );
  }

  async cursor(): Promise<AccountCursor> {
    return this.run(readCursor);
  }

  /** Operations that the server has not decided, oldest first. */
  listWaiting(): Promise<OutboxRecord[]> {
    return this.run((database) => database.outbox.where('state').equals('waiting').sortBy('op'));
  }

  /** The number of the newest operation; 0 if there is none. */
  async newestOperation(): Promise<number> {
    const newest = await this.run((database) => database.outbox.toCollection().last());
    return newest?.op ?? 0;
  }

  /** Applies the server's decisions and changes in one transaction: no read sees one without the other. */
  apply({ results, changes, keepsCart, atMs }: Exchange): Promise<void> {
    return this.run((database) =>
      database.transaction('rw', withoutPurchases(database), async () => {
        const before = await readCursor(database);
        const cursor = changes ? await applyChanges(database, before, changes, keepsCart) : before;
        await applyResults(database, results, cursor);
        const isNewEpoch = before.epoch !== INITIAL_CURSOR.epoch && before.epoch !== cursor.epoch;
        await dropConfirmedOperations(database, cursor, isNewEpoch);
        if (!changes) return;
        await writeMeta(database, 'cursor', cursor);
        await writeMeta(database, 'state', { lastSyncedAtMs: atMs, problem: null, needsSignIn: false });
      }),
    );
  }

  /** Marks an operation as rejected that the server cannot even read. */
  async reject(op: number, refusal: Rejection): Promise<void> {
    await this.run((database) => database.outbox.update(op, { state: 'refused', refusal }));
  }

  async noteState(state: Partial<AccountSyncState>): Promise<void> {
    await this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        const known = await readMeta(database, 'state');
        await writeMeta(database, 'state', {
          lastSyncedAtMs: null,
          problem: null,
          needsSignIn: false,
          ...known,
          ...state,
        });
      }),
    );
  }
}

/**
 * Replaces what changed since the cursor `before`; returns the new cursor. Within a transaction of the tables. `keepsCart`: the cart is
 * left as it is.
 */
async function applyChanges(
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

const readCursor = async (database: UserDatabase): Promise<AccountCursor> => ({
  ...INITIAL_CURSOR,
  ...(await readMeta(database, 'cursor')),
});

const withoutPurchases = ({ tables, purchases }: UserDatabase): UserDatabase['tables'] =>
  tables.filter(({ name }) => name !== purchases.name);
