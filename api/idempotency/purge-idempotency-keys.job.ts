import { IDEMPOTENCY_DAYS } from '#contract/limits.ts';
import type { Logger } from 'pino';
import type { Write } from '../storage/write-unit.ts';
import { forgetOld } from './idempotency.repository.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;
/** Answers that one transaction forgets. */
const MAX_FORGOTTEN = 500;

/** Forgets old answers, hour by hour. */
export interface PurgeIdempotencyKeysJob {
  start(): void;
  /** Sweeps now. */
  sweep(): Promise<void>;
  stop(): void;
}

export interface PurgeIdempotencyKeysJobOptions {
  readonly write: Write;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPurgeIdempotencyKeysJob({
  write,
  log,
  now,
}: PurgeIdempotencyKeysJobOptions): PurgeIdempotencyKeysJob {
  let timer: NodeJS.Timeout | undefined;

  const sweep = async (): Promise<void> => {
    const beforeMs = now() - IDEMPOTENCY_DAYS * DAY_MS;
    let forgotten: number;
    do {
      forgotten = await write(({ trx }) => forgetOld(trx, beforeMs, MAX_FORGOTTEN));
    } while (forgotten === MAX_FORGOTTEN);
  };

  const sweepInBackground = (): void => {
    sweep().catch((error: unknown) => log.error({ err: error }, 'old answers could not be forgotten'));
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
