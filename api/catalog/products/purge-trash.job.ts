import type { Logger } from 'pino';
import { TRASH_DAYS } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { AppContext } from '../../app-context.ts';
import { listOldTrash } from './trash.repository.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;
/** Products that one transaction forgets. */
const MAX_FORGOTTEN = 50;

/** Forgets deleted products that were not brought back, hour by hour; their pictures are given up with them. */
export interface PurgeTrashJob {
  start(): void;
  /** Sweeps now. */
  sweep(): Promise<void>;
  stop(): void;
}

export interface PurgeTrashJobOptions extends Pick<AppContext, 'write' | 'products' | 'now'> {
  readonly log: Logger;
}

export function createPurgeTrashJob({ write, products, log, now }: PurgeTrashJobOptions): PurgeTrashJob {
  let timer: NodeJS.Timeout | undefined;

  const sweep = async (): Promise<void> => {
    const beforeMs = now() - TRASH_DAYS * DAY_MS;
    for (const shop of SHOP_KEYS) {
      let forgotten: number;
      do {
        forgotten = await write(async (unit) => {
          const old = await listOldTrash(unit.trx, shop, beforeMs, MAX_FORGOTTEN);
          for (const { id } of old) await products.forgetDeletedIn(unit, shop, id);
          return old.length;
        });
      } while (forgotten === MAX_FORGOTTEN);
    }
  };

  const sweepInBackground = (): void => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'deleted products could not be forgotten'));
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
