import { DatabaseHandle } from '../../database/database-handle.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import { isQuotaError } from '../../database/storage-errors.ts';
import type { AdminSyncState } from '../../api/admin-api.ts';
import { createWriteIdentity } from '../../api/outbox-record.ts';
import type { WriteIdentity } from '../../api/outbox-record.ts';
import { AdminDatabase } from './admin-database.ts';
import type { AdminDatabaseOptions, LocalImage, OperationProgress, OperationRecord } from './admin-database.ts';
import { freeConfirmedImages } from './kept-operations.ts';
import { findWaiting, listOpen, notePosition, readEpoch } from './operations-table.ts';
import { clearOrders } from './order-rows.ts';

/** Changes of an operation while it is sent. */
export type OperationChanges = Partial<Pick<OperationRecord, 'operation' | 'state' | 'rejection' | 'conflict'>> & {
  readonly progress?: Partial<OperationProgress>;
};

type Write<T> = (database: AdminDatabase, identity: WriteIdentity) => Promise<T>;

/** An administrator's database. Page and worker change it only through `write`, which passes an id and a time for new rows. */
export class AdminStore extends DatabaseHandle<AdminDatabase> {
  constructor(options?: AdminDatabaseOptions) {
    super(() => new AdminDatabase(options), options);
  }

  /**
   * Runs a write in one transaction; `orders`: whether that includes the tables of orders. If the device is full, deletes the images that
   * are kept for a restored server, and retries.
   */
  async write<T>(write: Write<T>, { orders = false } = {}): Promise<T> {
    const identity = createWriteIdentity();
    const attempt = (): Promise<T> =>
      this.run((db) => {
        const work = [db.operations, db.drafts, db.shipmentDrafts, db.images, db.meta];
        const tables = orders ? [...work, db.orders, db.orderFacts, db.orders2, db.orderFacts2] : work;
        // Must be an async function: Dexie keeps only those in their transaction across an await.
        return db.transaction('rw', tables, async () => write(db, identity));
      });
    try {
      return await attempt();
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      await this.run((db) =>
        db.transaction('rw', [db.operations, db.drafts, db.images, db.meta], async () => freeConfirmedImages(db, 0)),
      );
      return attempt();
    }
  }

  /** All open operations, oldest first. */
  listOperations(): Promise<OperationRecord[]> {
    return this.run((database) =>
      database.transaction('r', [database.operations, database.meta], async () => listOpen(database)),
    );
  }

  /** Notes the position that came with an answer, unless the epoch has changed since the call. `asked`: the epoch of the call. */
  notePosition(position: string | undefined, asked: string): Promise<void> {
    return this.write(async (database) => {
      if (position !== undefined && (await readEpoch(database)) === asked) await notePosition(database, position);
    });
  }

  /** Returns local images by their ids; those that are not on this device are omitted. */
  async listImages(ids: readonly string[]): Promise<LocalImage[]> {
    const found = await this.run((database) => database.images.bulkGet([...ids]));
    return found.filter((image) => image !== undefined);
  }

  /** Records the progress of an operation; returns its new state. @throws OperationGoneError */
  change(record: OperationRecord, { progress, ...changes }: OperationChanges): Promise<OperationRecord> {
    return this.write(async (database) => {
      const known = await findWaiting(database, record);
      const changed = { ...known, ...changes, progress: { ...record.progress, ...progress } };
      await database.operations.put(changed);
      return changed;
    });
  }

  async noteState(state: Partial<AdminSyncState>): Promise<void> {
    await this.write(async (database) => {
      const known = await readMeta(database, 'state');
      await writeMeta(database, 'state', { lastSyncedAtMs: null, problem: null, ...known, ...state });
    });
  }

  /** Deletes all that this device knows of the shop through the administrator's roles: buyers' orders and the server's figures. */
  forgetServerData(): Promise<void> {
    return this.write(
      async (database) => {
        await clearOrders(database);
        await database.meta.delete('insights');
      },
      { orders: true },
    );
  }
}

/** Tells whether the server's data was deleted from the device during a call, as at a logout in any tab: `removals` has then changed. */
export const SERVER_DATA = {
  tables: ({ meta }: AdminDatabase) => [meta],
  read: async (database: AdminDatabase) => ({ removals: await readMeta(database, 'removals') }),
};
