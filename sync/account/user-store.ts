import type { AccountChanges } from '#contract/http/account.ts';
import { MUTATION_ROWS } from '#contract/mutations.ts';
import type { MutationName, OperationResult } from '#contract/mutations.ts';
import { withReopen } from '../database/reopen-once.ts';
import { NOWHERE, readMeta, UserDatabase, writeMeta } from '../database/user-database.ts';
import type { AccountCursor, UserDatabaseOptions } from '../database/user-database.ts';
import { freePhotos, uploadAgain } from '../outbox/held-messages.ts';
import type { OutboxRecord, Refusal } from '../outbox/outbox-record.ts';
import { toWaiting } from '../outbox/to-waiting.ts';
import type { AccountSyncState } from './account-api.ts';
import { applyChats, clearChats } from './apply-chats.ts';

/** What an exchange with the server brought. */
export interface Exchange {
  readonly results: readonly OperationResult[];
  /** Missing for a visitor. */
  readonly changes: AccountChanges | undefined;
  /** Confirmed carts are left as they are: one that may already include a waiting addition would count it twice. */
  readonly keepsCart: boolean;
  /** Device time in ms. */
  readonly atMs: number;
}

/** One user's database, or the visitor's, as the worker writes it. Whoever syncs late writes nothing older over anything newer. */
export class UserStore {
  readonly database: UserDatabase;
  #isClosed = false;

  constructor(sub: string | null, options?: UserDatabaseOptions) {
    this.database = new UserDatabase(sub, options);
    this.database.on('versionchange', () => {
      this.close();
      return false;
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

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

  /** Takes over what the server decided and what changed, in one transaction: no look at the rows shows one without the other. */
  apply({ results, changes, keepsCart, atMs }: Exchange): Promise<void> {
    return this.run((database) =>
      database.transaction('rw', withoutPurchases(database), async () => {
        const before = await readCursor(database);
        const cursor = changes ? await applyChanges(database, before, changes, keepsCart) : before;
        await applyResults(database, results, cursor);
        await dropIncluded(database, cursor, cursor.epoch !== before.epoch);
        if (!changes) return;
        await writeMeta(database, 'cursor', cursor);
        await writeMeta(database, 'state', { lastSyncedAtMs: atMs, problem: null, needsSignIn: false });
      }),
    );
  }

  /** Sets an operation aside that the server does not even read. */
  async refuse(op: number, refusal: Refusal): Promise<void> {
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

  /** Runs an operation, once more where the browser has cut the connection. */
  run<T>(operation: (database: UserDatabase) => PromiseLike<T>): Promise<T> {
    return withReopen(this.database, operation, () => !this.#isClosed);
  }

  close(): void {
    this.#isClosed = true;
    this.database.close();
  }
}

const readCursor = async (database: UserDatabase): Promise<AccountCursor> => ({
  ...NOWHERE,
  ...(await readMeta(database, 'cursor')),
});

const withoutPurchases = ({ tables, purchases }: UserDatabase): UserDatabase['tables'] =>
  tables.filter(({ name }) => name !== purchases.name);

/** Replaces what changed; returns the cursor that the rows have then. */
async function applyChanges(
  database: UserDatabase,
  before: AccountCursor,
  { epoch, cart, orders, chats }: AccountChanges,
  keepsCart: boolean,
): Promise<AccountCursor> {
  const isNewEpoch = epoch !== before.epoch;
  if (isNewEpoch && keepsCart) return before;
  let { cart: cartSeq, orders: ordersSeq } = isNewEpoch ? NOWHERE : before;
  if (isNewEpoch) await Promise.all([database.cart.clear(), database.orders.clear(), clearChats(database)]);
  if (!keepsCart && cart.seq >= cartSeq) {
    cartSeq = cart.seq;
    if (cart.lines) {
      await database.cart.clear();
      await database.cart.bulkAdd(cart.lines.map((line, place) => ({ ...line, place })));
    }
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

/** All results in three calls of the database: one for each would be most of the time of an exchange. */
async function applyResults(
  database: UserDatabase,
  results: readonly OperationResult[],
  cursor: AccountCursor,
): Promise<void> {
  const records = await database.outbox.bulkGet(results.map(({ op }) => op));
  const done: number[] = [];
  const kept: OutboxRecord[] = [];
  const again: OutboxRecord[] = [];
  const arrived: OutboxRecord[] = [];
  for (const [place, result] of results.entries()) {
    const record = records[place];
    // Given up by its owner meanwhile, or decided before.
    if (record?.state !== 'waiting' || result.outcome === 'later') continue;
    if (result.outcome === 'applied') {
      arrived.push(record);
      const acknowledged = { ...record, state: 'acknowledged' as const, seq: result.seq };
      if (isIncluded(acknowledged, cursor)) done.push(record.op);
      else kept.push(acknowledged);
    } else if (FORGOTTEN.has(record.mutation.name)) done.push(record.op);
    else if (isWithoutPhotos(result) && !record.isUploadedAgain) {
      done.push(record.op);
      again.push(record);
    } else kept.push({ ...record, state: 'refused', refusal: toRefusal(result) });
  }
  await database.outbox.bulkDelete(done);
  await database.outbox.bulkPut(kept);
  await freePhotos(
    database,
    arrived.map(({ mutation }) => mutation),
  );
  for (const record of again) {
    await uploadAgain(database, record);
    // Under its old number the server would only repeat what it said.
    await database.outbox.add(toWaiting(record.mutation, null, { state: 'held', isUploadedAgain: true }));
  }
}

/** Nobody is to be bothered with a view of a product that is gone, or with a read mark. */
const FORGOTTEN: ReadonlySet<MutationName> = new Set(['recordView', 'markChatRead']);

const isWithoutPhotos = (result: OperationResult): boolean =>
  result.outcome === 'rejected' && result.code === 'photo-missing';

const toRefusal = (result: Extract<OperationResult, { outcome: 'rejected' | 'conflict' }>): Refusal =>
  result.outcome === 'rejected'
    ? { code: result.code, detail: result.detail, current: result.current }
    : { code: 'stale-version', detail: '', current: result.current };

/** Whether rows of this cursor include an acknowledged operation. */
function isIncluded({ mutation, seq }: OutboxRecord, cursor: AccountCursor): boolean {
  const rows = MUTATION_ROWS[mutation.name];
  return rows === null || (seq ?? 0) <= cursor[rows];
}

/** Acknowledged operations go when the rows include them: sooner, the screen would show what was before them once more. */
async function dropIncluded(database: UserDatabase, cursor: AccountCursor, isNewEpoch: boolean): Promise<void> {
  await database.outbox
    .where('state')
    .equals('acknowledged')
    // Numbers of another life of the server's database say nothing.
    .filter((record) => isNewEpoch || isIncluded(record, cursor))
    .delete();
}
