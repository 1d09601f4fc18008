import { TRASH_DAYS } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { Job } from '../../jobs/job.ts';
import { writeInBatches } from '../../jobs/write-in-batches.ts';
import type { Write } from '../../storage/write-unit.ts';
import type { ProductWritesService } from './product-writes.service.ts';
import { listOldTrash } from './trash.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Products of one transaction. */
const BATCH_PRODUCTS = 50;

export interface PurgeTrashJobOptions {
  readonly write: Write;
  readonly products: Pick<ProductWritesService, 'purgeDeletedIn'>;
  /** Time in ms. */
  readonly now: () => number;
}

/** Deletes for good what has been in the trash for `TRASH_DAYS`; the images of these products are released. */
export function createPurgeTrashJob({ write, products, now }: PurgeTrashJobOptions): Job {
  return {
    name: 'purge-trash',
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = now() - TRASH_DAYS * DAY_MS;
      for (const shop of SHOP_KEYS) {
        await writeInBatches(write, BATCH_PRODUCTS, async (unit, size) => {
          const old = await listOldTrash(unit.trx, shop, beforeMs, size);
          for (const { id } of old) await products.purgeDeletedIn(unit, shop, id);
          return old.length;
        });
      }
    },
  };
}
