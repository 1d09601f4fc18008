import { DatabaseHandle } from '../../database/database-handle.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { AdminSyncState } from '../../api/admin-api.ts';
import { AdminDatabase } from './admin-database.ts';
import type {
  AdminDatabaseOptions,
  LocalImage,
  OperationProgress,
  OperationRecord,
  OrdersCursor,
} from './admin-database.ts';
import { deleteOrphanedImages } from './local-images.ts';
import { clearOrders } from './order-rows.ts';

/** An operation is not what it was any more: it was discarded, or another tab has sent it. */
export class OperationGoneError extends Error {
  constructor() {
    super('the operation is not in the outbox any more');
    this.name = 'OperationGoneError';
  }
}

/** Changes of an operation while it is sent. */
export type OperationChanges = Partial<Pick<OperationRecord, 'operation' | 'state' | 'refusal' | 'conflict'>> & {
  readonly progress?: Partial<OperationProgress>;
};

/** An administrator's database as the worker writes it. */
export class AdminStore extends DatabaseHandle<AdminDatabase> {
  constructor(options?: AdminDatabaseOptions) {
    super(() => new AdminDatabase(options), options);
  }

  /** All operations, oldest first. */
  listOperations(): Promise<OperationRecord[]> {
    return this.run((database) => database.operations.toArray());
  }

  /** Returns local images by their ids; those that are not on this device are omitted. */
  async listImages(ids: readonly string[]): Promise<LocalImage[]> {
    const found = await this.run((database) => database.pictures.bulkGet([...ids]));
    return found.filter((image) => image !== undefined);
  }

  deleteOrphanedImages(nowMs: number): Promise<void> {
    return this.run((database) => deleteOrphanedImages(database, nowMs));
  }

  /** Records the progress of an operation; returns its new state. @throws OperationGoneError */
  change(record: OperationRecord, { progress, ...changes }: OperationChanges): Promise<OperationRecord> {
    return this.run((database) =>
      database.transaction('rw', database.operations, async () => {
        const known = await findWaitingUnchanged(database, record);
        const changed = { ...known, ...changes, progress: { ...known.progress, ...progress } };
        await database.operations.put(changed);
        return changed;
      }),
    );
  }

  async ordersCursor(): Promise<OrdersCursor> {
    return (await this.run((database) => readMeta(database, 'orders'))) ?? INITIAL_ORDERS_CURSOR;
  }

  async noteState(state: Partial<AdminSyncState>): Promise<void> {
    await this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        const known = await readMeta(database, 'state');
        await writeMeta(database, 'state', { lastSyncedAtMs: null, problem: null, ...known, ...state });
      }),
    );
  }

  /** Deletes buyers' orders from this device. */
  forgetOrders(): Promise<void> {
    return this.run((database) =>
      database.transaction('rw', [database.orders, database.orderFacts, database.meta], async () => {
        await clearOrders(database);
        await database.meta.delete('orders');
      }),
    );
  }

  /** Deletes all that this device knows of the shop through the administrator's roles: buyers' orders and the server's figures. */
  async forgetServerData(): Promise<void> {
    await this.forgetOrders();
    await this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        await database.meta.delete('insights');
        await writeMeta(database, 'logouts', ((await readMeta(database, 'logouts')) ?? 0) + 1);
      }),
    );
  }

  /** Tokens that must be revoked on the server. */
  async listRevocations(): Promise<readonly string[]> {
    return (await this.run((database) => readMeta(database, 'exits'))) ?? [];
  }

  changeRevocations(change: (tokens: readonly string[]) => readonly string[]): Promise<void> {
    return this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        await writeMeta(database, 'exits', change((await readMeta(database, 'exits')) ?? []));
      }),
    );
  }
}

export const INITIAL_ORDERS_CURSOR: OrdersCursor = { epoch: '', seq: 0 };

/** What an administrator's roles show of the server: it may leave the device, as at a logout in any tab, while more of it is on its way. */
export const SERVER_DATA = {
  tables: ({ meta }: AdminDatabase) => [meta],
  read: async (database: AdminDatabase) => ({ logouts: await readMeta(database, 'logouts') }),
};

/** Reads a pending operation; within a transaction. @throws OperationGoneError when there is none */
export async function findWaiting(database: AdminDatabase, op: number): Promise<OperationRecord> {
  const known = await database.operations.get(op);
  if (known?.state !== 'waiting') throw new OperationGoneError();
  return known;
}

/** As `findWaiting`. @throws OperationGoneError also when another tab has changed its call */
export async function findWaitingUnchanged(
  database: AdminDatabase,
  { op, callKey }: OperationRecord,
): Promise<OperationRecord> {
  const known = await findWaiting(database, op);
  if (known.callKey !== callKey) throw new OperationGoneError();
  return known;
}

/**
 * Deletes all operations of a key from the outbox and returns them. After a failed addition, its later operations would hit another
 * product: planned ids are reused. Within a transaction.
 */
export async function dropOperationsOfKey(database: AdminDatabase, key: string): Promise<readonly OperationRecord[]> {
  const ofKey = database.operations.where('key').equals(key);
  const dropped = await ofKey.sortBy('op');
  await ofKey.delete();
  return dropped;
}
