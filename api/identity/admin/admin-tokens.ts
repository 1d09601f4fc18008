import type { Database } from '../../storage/database.ts';
import { noteIfPossible } from '../../storage/storage-fault.ts';
import {
  deleteAdminToken,
  deleteOldAdminTokens,
  findAdminToken,
  insertAdminToken,
  touchAdminToken,
} from './admin-token.repository.ts';
import { createSecretToken, hashSecretToken } from '../../http/secret-token.ts';

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** A use is recorded at most once in this time. */
const TOUCH_AFTER_MS = HOUR_MS / 12;

const BROWSER_PREFIX = 'adm_b_';
const PROGRAM_PREFIX = 'adm_p_';

/** The stored hash of a browser's token includes its device id, which binds the token to the device. */
const toHash = (token: string, deviceId: string | undefined): string =>
  hashSecretToken(token.startsWith(BROWSER_PREFIX) ? `${token} ${deviceId ?? ''}` : token);

/**
 * Tokens of logged-in administrators; they expire after 12 hours without use and after 7 days. A page stores its token where scripts can
 * read it, so a browser's token is valid only together with the device id in an HttpOnly cookie.
 */
export interface AdminTokens {
  create(deviceId?: string): Promise<string>;
  /** Whether a token is valid; counts as a use. */
  isValid(token: string, deviceId?: string): Promise<boolean>;
  /** Whether a token is valid; does not count as a use. */
  isLive(token: string, deviceId?: string): Promise<boolean>;
  /** Ends a token; returns false when there was none. */
  end(token: string, deviceId?: string): Promise<boolean>;
}

export function createAdminTokens(database: Database, now: () => number): AdminTokens {
  const findLive = async (tokenHash: string, atMs: number): Promise<{ readonly used_at: number } | undefined> => {
    const row = await findAdminToken(database.reader, tokenHash);
    return row && row.created_at + LONGEST_MS > atMs && row.used_at + IDLE_MS > atMs ? row : undefined;
  };

  return {
    async create(deviceId) {
      const token = createSecretToken(deviceId === undefined ? PROGRAM_PREFIX : BROWSER_PREFIX);
      const atMs = now();
      await database.writer.transaction().execute(async (trx) => {
        await deleteOldAdminTokens(trx, atMs - LONGEST_MS, atMs - IDLE_MS);
        await insertAdminToken(trx, toHash(token, deviceId), atMs);
      });
      return token;
    },

    async isValid(token, deviceId) {
      const tokenHash = toHash(token, deviceId);
      const atMs = now();
      const row = await findLive(tokenHash, atMs);
      if (!row) return false;
      if (row.used_at + TOUCH_AFTER_MS <= atMs) await noteIfPossible(touchAdminToken(database.writer, tokenHash, atMs));
      return true;
    },

    isLive: async (token, deviceId) => (await findLive(toHash(token, deviceId), now())) !== undefined,

    end: (token, deviceId) => deleteAdminToken(database.writer, toHash(token, deviceId)),
  };
}
