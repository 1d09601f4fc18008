import type { Logger } from 'pino';
import type { Database } from './database.ts';

/** How often the log of writes is looked at. */
const LOOK_MS = 30_000;
/** Twice what the engine lets it grow to by itself. */
const USUAL_BYTES = 8 * 1_024 * 1_024;
/** So large it takes room that others need, and makes reads slow: somebody has been reading for a long time. */
const NOTABLE_BYTES = 128 * 1_024 * 1_024;

/** Keeps the log of writes small: a long read keeps the engine from beginning it anew, and by itself it gives no room back. */
export interface WalCheckpointer {
  start(): void;
  /** Looks now. */
  keep(): Promise<void>;
  stop(): void;
}

export function createWalCheckpointer(database: Database, log: Logger, usualBytes = USUAL_BYTES): WalCheckpointer {
  let timer: NodeJS.Timeout | undefined;

  const keep = async (): Promise<void> => {
    const walBytes = database.walBytes();
    if (walBytes <= usualBytes || (await database.emptyWal())) return;
    if (walBytes > NOTABLE_BYTES)
      log.warn({ walBytes }, 'somebody has been reading the database for long, and its log grows');
  };

  return {
    start() {
      timer = setInterval(() => {
        keep().catch((error: unknown) => log.error({ err: error }, 'the log of the database could not be emptied'));
      }, LOOK_MS).unref();
    },
    keep,
    stop() {
      clearInterval(timer);
    },
  };
}
