import { ApiError } from '#contract/errors.ts';
import type { Database } from '../../storage/database.ts';
import {
  deleteLoginAttempt,
  deleteOldLoginAttempts,
  findLoginAttempt,
  storeLoginAttempt,
} from './login-attempt.repository.ts';

const MAX_FAILURES = 5;
const WINDOW_MS = 15 * 60_000;
const FIRST_BLOCK_MS = 30_000;
const LONGEST_BLOCK_MS = WINDOW_MS;

/** Counts failed logins by caller, across restarts and processes. */
export interface LoginAttempts {
  /**
   * Counts an attempt as failed until `forget` is called, so that parallel attempts are limited like sequential ones.
   * @throws ApiError too-many-requests while the caller is blocked, without counting the attempt
   */
  begin(caller: string): Promise<void>;
  forget(caller: string): Promise<void>;
}

/** From the fifth failure within 15 minutes on, each one blocks the caller: for 30 s, doubling up to 15 minutes. */
export function createLoginAttempts(database: Database, now: () => number): LoginAttempts {
  return {
    async begin(caller) {
      await database.writer.transaction().execute(async (trx) => {
        const atMs = now();
        await deleteOldLoginAttempts(trx, atMs - WINDOW_MS);
        const known = await findLoginAttempt(trx, caller);
        if (known && known.blocked_until > atMs) {
          const leftMs = Math.min(known.blocked_until - atMs, LONGEST_BLOCK_MS);
          throw new ApiError('too-many-requests', 'Too many login attempts.', {
            retryAfterSeconds: Math.ceil(leftMs / 1_000),
          });
        }
        const { failures = 0, blocks = 0, window_start = atMs, blocked_until = 0 } = known ?? {};
        const isBlocked = failures + 1 >= MAX_FAILURES;
        await storeLoginAttempt(trx, {
          network: caller,
          failures: failures + 1,
          window_start,
          blocks: isBlocked ? blocks + 1 : blocks,
          blocked_until: isBlocked ? atMs + Math.min(FIRST_BLOCK_MS * 2 ** blocks, LONGEST_BLOCK_MS) : blocked_until,
        });
      });
    },

    forget: (caller) => deleteLoginAttempt(database.writer, caller),
  };
}
