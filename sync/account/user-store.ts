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
  /** The cursor that was sent: changes of another one are late, and are ignored. */
  readonly asked: AccountCursor | undefined;
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

  /**
   * Applies the server's decisions and changes in one transaction: no read sees one without the other. Returns false when the changes came
   * too late.
   */
  apply({ results, changes, asked, keepsCart, atMs }: Exchange): Promise<boolean> {
    return this.run((database) =>
      database.transaction('rw', withoutPurchases(database), async () => {
        const before = await readCursor(database);
        const isInTime = asked !== undefined && isSameCursor(asked, before);
        const cursor = changes && isInTime ? await applyChanges(database, before, changes, keepsCart) : before;
        await applyResults(database, results, cursor);
        await dropConfirmedOperations(database, cursor, isHistoryReplaced(before, cursor));
        if (!changes) return true;
        await writeMeta(database, 'cursor', cursor);
        await writeMeta(database, 'state', { lastSyncedAtMs: atMs, problem: null, needsSignIn: false });
        return isInTime;
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
  { epoch, reset = false, cart, orders, chats }: AccountChanges,
  keepsCart: boolean,
): Promise<AccountCursor> {
  const isReset = reset || epoch !== before.epoch;
  if (isReset && keepsCart) return before;
  if (isReset) await Promise.all([database.cart.clear(), database.orders.clear(), clearChats(database)]);
  // Without lines the cart is unchanged.
  if (!keepsCart && cart.lines) {
    await database.cart.clear();
    await database.cart.bulkAdd(cart.lines.map((line, place) => ({ ...line, place })));
  }
  if (orders.isReset) await database.orders.clear();
  await database.orders.bulkPut([...orders.changed]);
  await database.orders.bulkDelete([...orders.removed]);
  await applyChats(database, chats);
  return {
    epoch,
    ...(keepsCart ? { cart: before.cart, cartProof: before.cartProof } : { cart: cart.seq, cartProof: cart.proof }),
    orders: orders.seq,
    ordersProof: orders.proof,
    chats: chats.seq,
    chatsProof: chats.proof,
  };
}

/** Whether the server's history is another one than before: what it had acknowledged may be unknown to it now. */
const isHistoryReplaced = (before: AccountCursor, now: AccountCursor): boolean =>
  before.epoch !== INITIAL_CURSOR.epoch &&
  (now.epoch !== before.epoch || now.cart < before.cart || now.orders < before.orders || now.chats < before.chats);

const isSameCursor = (one: AccountCursor, other: AccountCursor): boolean =>
  (['epoch', 'cart', 'orders', 'chats', 'cartProof', 'ordersProof', 'chatsProof'] as const).every(
    (name) => one[name] === other[name],
  );

const readCursor = async (database: UserDatabase): Promise<AccountCursor> => ({
  ...INITIAL_CURSOR,
  ...(await readMeta(database, 'cursor')),
});

const withoutPurchases = ({ tables, purchases }: UserDatabase): UserDatabase['tables'] =>
  tables.filter(({ name }) => name !== purchases.name);
