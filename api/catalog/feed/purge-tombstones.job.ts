import { TOMBSTONE_DAYS } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { Logger } from 'pino';
import type { Database } from '../../storage/database.ts';
import { purgeTombstones } from './feed.repository.ts';
import type { ShopStates } from './shop-state.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Forgets old deletions, hour by hour. */
export interface PurgeTombstonesJob {
  start(): void;
  /** Sweeps now. */
  sweep(): Promise<void>;
  stop(): void;
}

export interface PurgeTombstonesJobOptions {
  readonly database: Database;
  readonly states: ShopStates;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPurgeTombstonesJob({
  database,
  states,
  log,
  now,
}: PurgeTombstonesJobOptions): PurgeTombstonesJob {
  let timer: NodeJS.Timeout | undefined;

  const sweep = async (): Promise<void> => {
    const beforeMs = now() - TOMBSTONE_DAYS * DAY_MS;
    for (const shop of SHOP_KEYS) {
      let purged: number;
      do {
        purged = await database.writer.transaction().execute((trx) => purgeTombstones(trx, shop, beforeMs));
      } while (purged > 0);
    }
    await states.refresh();
  };

  const sweepInBackground = (): void => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'old deletions could not be forgotten'));
  };

  return {
    start() {
      timer = setInterval(sweepInBackground, SWEEP_INTERVAL_MS).unref();
    },
    sweep,
    stop() {
      clearInterval(timer);
    },
  };
}
