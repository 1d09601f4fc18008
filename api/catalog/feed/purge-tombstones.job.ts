import { SHOP_KEYS } from '#contract/shops.ts';
import type { DataSizes } from '../../data-sizes.ts';
import type { Job } from '../../jobs/job.ts';
import type { Database } from '../../storage/database.ts';
import { purgeTombstones } from './feed.repository.ts';
import type { ShopStates } from './shop-state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface PurgeTombstonesJobOptions {
  readonly database: Database;
  readonly states: ShopStates;
  readonly sizes: DataSizes;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes tombstones that are older than `tombstoneDays`, in batches. */
export function createPurgeTombstonesJob({ database, states, sizes, now }: PurgeTombstonesJobOptions): Job {
  return {
    name: 'purge-tombstones',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - sizes.tombstoneDays * DAY_MS;
      for (const shop of SHOP_KEYS) {
        let purged: number;
        do {
          purged = await database.writer.transaction().execute((trx) => purgeTombstones(trx, shop, beforeMs));
        } while (purged > 0);
      }
      await states.refresh();
    },
  };
}
