import { DatabaseHandle } from '../../database/database-handle.ts';
import { isQuotaError } from '../../database/storage-errors.ts';
import { AdminDatabase } from './admin-database.ts';
import type { AdminDatabaseOptions } from './admin-database.ts';
import { freeConfirmedImages } from './kept-operations.ts';
import { createWriteIdentity } from '../../api/outbox-record.ts';
import type { WriteIdentity } from '../../api/outbox-record.ts';

type Write<T> = (database: AdminDatabase, identity: WriteIdentity) => Promise<T>;

/** An administrator's database. Page and worker write it with `write` only, which gives ids and keys to its transaction. */
export class AdminHandle extends DatabaseHandle<AdminDatabase> {
  constructor(options?: AdminDatabaseOptions) {
    super(() => new AdminDatabase(options), options);
  }

  /** Runs a write in one transaction, with the orders if `orders`; once more without images that are kept for a restored server only. */
  async write<T>(write: Write<T>, { orders = false } = {}): Promise<T> {
    const identity = createWriteIdentity();
    const attempt = (): Promise<T> =>
      this.run((db) => {
        const work = [db.operations, db.drafts, db.shipmentDrafts, db.images, db.meta];
        const tables = orders ? [...work, db.orders, db.orderFacts, db.orders2, db.orderFacts2] : work;
        // An async function of its own: Dexie keeps only those in their transaction across an await.
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
}
