import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/mutations.ts';
import { DatabaseHandle } from '../database/database-handle.ts';
import { readMeta, writeMeta } from '../database/meta-table.ts';
import { INITIAL_CURSOR, UserDatabase } from '../database/user-database.ts';
import type { AccountCursor, UserDatabaseOptions } from '../database/user-database.ts';
import type { OutboxRecord, Rejection } from '../outbox/outbox-record.ts';
import type { AccountSyncState } from './account-api.ts';
import { applyChanges } from './apply-changes.ts';
import { applyResults, dropConfirmedOperations } from './apply-results.ts';

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
export class UserStore extends DatabaseHandle<UserDatabase> {
  constructor(sub: string | null, options?: UserDatabaseOptions) {
    super(new UserDatabase(sub, options), options?.onOutdated);
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

const readCursor = async (database: UserDatabase): Promise<AccountCursor> => ({
  ...INITIAL_CURSOR,
  ...(await readMeta(database, 'cursor')),
});

const withoutPurchases = ({ tables, purchases }: UserDatabase): UserDatabase['tables'] =>
  tables.filter(({ name }) => name !== purchases.name);
