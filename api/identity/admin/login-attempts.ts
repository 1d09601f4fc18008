import { ApiError } from '#contract/http/errors.ts';
import type { Database } from '../../storage/database.ts';
import {
  deleteLoginAttempt,
  deleteOldLoginAttempts,
  findLoginAttempt,
  storeLoginAttempt,
} from './login-attempt.repository.ts';

const WINDOW_MS = 15 * 60_000;
const FIRST_BLOCK_MS = 30_000;
const LONGEST_BLOCK_MS = WINDOW_MS;

/** How many failed logins of a caller are allowed before it is blocked. */
export interface AttemptLimit {
  /** A network or a device. */
  readonly caller: string;
  readonly failures: number;
}

/** Counts failed logins by caller, across restarts and processes. */
export interface LoginAttempts {
  /**
   * Counts an attempt as failed until `forget` is called, so that parallel attempts are limited like sequential ones. Returns
   * whether the attempt blocks a caller, unless `forget` follows.
   * @throws ApiError too-many-requests while one of the callers is blocked, without counting the attempt
   */
  begin(limits: readonly AttemptLimit[]): Promise<boolean>;
  forget(limits: readonly AttemptLimit[]): Promise<void>;
}

/** The last allowed failure within 15 minutes blocks the caller for 30 s; each further one doubles the time, up to 15 minutes. */
export function createLoginAttempts(database: Database, now: () => number): LoginAttempts {
  return {
    async begin(limits) {
      return database.writer.transaction().execute(async (trx) => {
        const atMs = now();
        await deleteOldLoginAttempts(trx, atMs - WINDOW_MS);
        const counts = [];
        for (const { caller, failures } of limits) {
          counts.push({ caller, allowed: failures, known: await findLoginAttempt(trx, caller) });
        }
        const blockedUntil = Math.max(...counts.map(({ known }) => known?.blocked_until ?? 0));
        if (blockedUntil > atMs) {
          const leftMs = Math.min(blockedUntil - atMs, LONGEST_BLOCK_MS);
          throw new ApiError('too-many-requests', 'Too many login attempts.', {
            retryAfterSeconds: Math.ceil(leftMs / 1_000),
          });
        }
        for (const { caller, allowed, known } of counts) {
          const { failures = 0, blocks = 0, window_start = atMs, blocked_until = 0 } = known ?? {};
          const isBlocked = failures + 1 >= allowed;
          await storeLoginAttempt(trx, {
            network: caller,
            failures: failures + 1,
            window_start,
            blocks: isBlocked ? blocks + 1 : blocks,
            blocked_until: isBlocked ? atMs + Math.min(FIRST_BLOCK_MS * 2 ** blocks, LONGEST_BLOCK_MS) : blocked_until,
          });
        }
        return counts.some(({ allowed, known }) => (known?.failures ?? 0) + 1 >= allowed);
      });
    },

    async forget(limits) {
      for (const { caller } of limits) await deleteLoginAttempt(database.writer, caller);
    },
  };
}
