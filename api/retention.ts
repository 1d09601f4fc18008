import { OPERATION_RESULT_DAYS, PAYMENT_NOTICE_DAYS, TOMBSTONE_DAYS, TRASH_DAYS } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AppContext } from './app-context.ts';
import { deleteOldAudit } from './audit/audit.repository.ts';
import { purgeTombstones } from './catalog/feed/feed.repository.ts';
import { listOldTrash } from './catalog/products/trash.repository.ts';
import { purgeTombstones as purgeChatTombstones } from './chats/chat-tombstone.repository.ts';
import { deleteExpiredResults, deleteAcknowledgedResults } from './idempotency/idempotency.repository.ts';
import type { Job } from './jobs/job.ts';
import type { ServerModule } from './server-module.ts';
import { deleteOldNotices } from './payments/payment-notice.repository.ts';
import { createWalCheckpointer } from './storage/sqlite/wal-checkpointer.ts';
import { watchForeignWrites } from './storage/watch-foreign-writes.ts';
import { purgeHistory } from './storage/history.repository.ts';
import type { WriteUnit } from './storage/write-unit.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Rows that the server deletes by itself once they are old. */
interface Retention {
  /** How long they are kept, in ms. */
  readonly keptMs: number;
  /** Maximum number of rows that one transaction deletes: short transactions let other writes in between. */
  readonly batch: number;
  /** Deletes some rows, at most a batch, from before a time in ms; returns how many, 0 when there are no more. */
  deleteSome(unit: WriteUnit, batch: number, beforeMs: number): Promise<number>;
  /** Called after a run that deleted rows. */
  onDeleted?(): Promise<void>;
}

type RetentionContext = Pick<AppContext, 'config' | 'products' | 'sizes' | 'states' | 'write' | 'now'>;

/** How long each kind of row is kept, and how it is deleted. */
const RETENTION = {
  audit: ({ config }) => ({
    keptMs: config.auditRetentionMs,
    batch: 500,
    deleteSome: ({ trx }, batch, beforeMs) => deleteOldAudit(trx, beforeMs, batch),
  }),
  // No provider reports about a payment whose order has not changed for so long.
  'payment-notices': () => ({
    keptMs: PAYMENT_NOTICE_DAYS * DAY_MS,
    batch: 500,
    deleteSome: ({ trx }, batch, beforeMs) => deleteOldNotices(trx, beforeMs, batch),
  }),
  // Each result is stored with the time at which it expires.
  'call-results': () => ({
    keptMs: 0,
    batch: 500,
    deleteSome: ({ trx }, batch, beforeMs) => deleteExpiredResults(trx, beforeMs, batch),
  }),
  // Only results that the device has acknowledged: it may ask for any other result again, however old that is.
  'operation-results': () => ({
    keptMs: OPERATION_RESULT_DAYS * DAY_MS,
    batch: 500,
    deleteSome: ({ trx }, batch, beforeMs) => deleteAcknowledgedResults(trx, beforeMs, batch),
  }),
  'chat-tombstones': () => ({
    keptMs: TOMBSTONE_DAYS * DAY_MS,
    batch: 1_000,
    deleteSome: ({ trx }, batch, beforeMs) => purgeChatTombstones(trx, beforeMs, batch),
  }),
  'product-tombstones': ({ sizes, states }) => ({
    keptMs: sizes.tombstoneDays * DAY_MS,
    batch: 1_000,
    deleteSome: ({ trx }, batch, beforeMs) => sumOverShops((shop) => purgeTombstones(trx, shop, beforeMs, batch)),
    // A purge raises the `floor` of a shop: the lowest cursor that its feed can serve.
    onDeleted: () => states.refresh(),
  }),
  // Deletes by number, not by age: what matters is by how many numbers a device may be behind.
  history: () => ({
    keptMs: 0,
    batch: 5_000,
    deleteSome: ({ trx }, batch) => purgeHistory(trx, batch),
  }),
  trash: ({ products }) => ({
    keptMs: TRASH_DAYS * DAY_MS,
    batch: 50,
    deleteSome: (unit, batch, beforeMs) =>
      sumOverShops(async (shop) => {
        const old = await listOldTrash(unit.trx, shop, beforeMs, batch);
        // Releases the images as well.
        for (const { id } of old) await products.purgeDeletedIn(unit, shop, id);
        return old.length;
      }),
  }),
} as const satisfies Record<string, (context: RetentionContext) => Retention>;

export type RetentionName = keyof typeof RETENTION;

export const RETENTION_NAMES = Object.keys(RETENTION) as RetentionName[];

/** Creates the job that deletes one kind of row, each hour and in batches. */
export function createRetentionJob(name: RetentionName, context: RetentionContext): Job {
  const { keptMs, batch, deleteSome, onDeleted }: Retention = RETENTION[name](context);
  return {
    name: `purge-${name}`,
    everyMs: HOUR_MS,
    async run() {
      const beforeMs = context.now() - keptMs;
      const deleteBatch = () => context.write((unit) => deleteSome(unit, batch, beforeMs));
      let deleted = await deleteBatch();
      if (deleted === 0) return;
      while (deleted > 0) deleted = await deleteBatch();
      await onDeleted?.();
    },
  };
}

/** Creates the module that keeps the database small and notices what other processes have written. */
export function createHousekeeping(context: AppContext): ServerModule {
  const { database, bus, log } = context;
  const wal = database.wal ? [createWalCheckpointer(database.wal, log)] : [];
  let stopWatching: (() => void) | undefined;
  return {
    jobs: [...wal, ...RETENTION_NAMES.map((name) => createRetentionJob(name, context))],
    async start() {
      stopWatching = await watchForeignWrites(database, bus, (error) =>
        log.error({ err: error }, 'checking for writes of other processes failed'),
      );
    },
    stop: () => stopWatching?.(),
  };
}

async function sumOverShops(deleteOfShop: (shop: ShopKey) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const shop of SHOP_KEYS) sum += await deleteOfShop(shop);
  return sum;
}
