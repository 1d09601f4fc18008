import type { AdminOrder } from '#contract/order.ts';
import { DatabaseHandle } from '../../database/database-handle.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import type { AdminSyncState } from '../admin-api.ts';
import { AdminDatabase } from './admin-database.ts';
import type {
  AdminDatabaseOptions,
  LocalImage,
  OperationProgress,
  OperationRecord,
  OrdersCursor,
} from './admin-database.ts';
import { deleteOrphanedImages } from './local-images.ts';

/** An operation is no longer what it was: somebody gave it up, or another tab has sent it. */
export class OperationGoneError extends Error {
  constructor() {
    super('The operation is not in the outbox any more');
    this.name = 'OperationGoneError';
  }
}

/** What of an operation changes while it is being sent. */
export type OperationChanges = Partial<Pick<OperationRecord, 'operation' | 'state' | 'refusal' | 'conflict'>> & {
  readonly progress?: Partial<OperationProgress>;
};

/** An administrator's database as the worker writes it. */
export class AdminStore extends DatabaseHandle<AdminDatabase> {
  constructor(options?: AdminDatabaseOptions) {
    super(new AdminDatabase(options));
  }

  /** All operations, oldest first. */
  listOperations(): Promise<OperationRecord[]> {
    return this.run((database) => database.operations.toArray());
  }

  /** Kept pictures by their ids; those that are not on this device are left out. */
  async listImages(ids: readonly string[]): Promise<LocalImage[]> {
    const found = await this.run((database) => database.pictures.bulkGet([...ids]));
    return found.filter((picture) => picture !== undefined);
  }

  deleteOrphanedImages(nowMs: number): Promise<void> {
    return this.run((database) => deleteOrphanedImages(database, nowMs));
  }

  /** Writes down how far an operation has come; gives it as it is then. @throws OperationGoneError */
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

  /** Takes buyers' orders off this device. */
  forgetOrders(): Promise<void> {
    return this.run((database) =>
      database.transaction('rw', [database.orders, database.meta], async () => {
        await database.orders.clear();
        await database.meta.delete('orders');
      }),
    );
  }

  /** Tokens that must be ended on the server. */
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

/** An operation that waits; to be called in a transaction. @throws OperationGoneError when there is none */
export async function findWaiting(database: AdminDatabase, op: number): Promise<OperationRecord> {
  const known = await database.operations.get(op);
  if (known?.state !== 'waiting') throw new OperationGoneError();
  return known;
}

/** As `findWaiting`. @throws OperationGoneError also when another tab has made another call of it */
export async function findWaitingUnchanged(
  database: AdminDatabase,
  { op, callKey }: OperationRecord,
): Promise<OperationRecord> {
  const known = await findWaiting(database, op);
  if (known.callKey !== callKey) throw new OperationGoneError();
  return known;
}

/**
 * Takes all operations of a key out of the outbox, and gives them. Where it is that of an addition that came to nothing, what is left of them
 * would meet another product: ids that were only planned are taken by others. To be called in a transaction.
 */
export async function dropOperationsOfKey(database: AdminDatabase, key: string): Promise<readonly OperationRecord[]> {
  const ofKey = database.operations.where('key').equals(key);
  const dropped = await ofKey.sortBy('op');
  await ofKey.delete();
  return dropped;
}

/** Keeps an order unless a newer one is known. */
export async function putOrder(database: AdminDatabase, order: AdminOrder): Promise<void> {
  const known = await database.orders.get(order.id);
  if (!known || known.version <= order.version) await database.orders.put(order);
}
