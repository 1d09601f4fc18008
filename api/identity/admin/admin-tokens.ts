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
/** A use is written down only this long after the last one that was. */
const TOUCH_AFTER_MS = HOUR_MS / 12;

const BROWSER_PREFIX = 'adm_b_';
const PROGRAM_PREFIX = 'adm_p_';

/** What is kept of a token says which device it is good with. */
const toHash = (token: string, deviceMark: string | undefined): string =>
  hashSecretToken(token.startsWith(BROWSER_PREFIX) ? `${token} ${deviceMark ?? ''}` : token);

/**
 * Tokens of administrators who gave the password: they end after 12 hours without use, and after 7 days. A page keeps its token where its
 * scripts can read it, so a browser's token is good only together with the mark of its device, which no script can read.
 */
export interface AdminTokens {
  create(deviceMark?: string): Promise<string>;
  /** Whether a token is good; a use of it. */
  isValid(token: string, deviceMark?: string): Promise<boolean>;
  /** The same, without being a use. */
  isLive(token: string, deviceMark?: string): Promise<boolean>;
  end(token: string, deviceMark?: string): Promise<void>;
}

export function createAdminTokens(database: Database, now: () => number): AdminTokens {
  const findLive = async (tokenHash: string, atMs: number): Promise<{ readonly used_at: number } | undefined> => {
    const row = await findAdminToken(database.reader, tokenHash);
    return row && row.created_at + LONGEST_MS > atMs && row.used_at + IDLE_MS > atMs ? row : undefined;
  };

  return {
    async create(deviceMark) {
      const token = createSecretToken(deviceMark === undefined ? PROGRAM_PREFIX : BROWSER_PREFIX);
      const atMs = now();
      await database.writer.transaction().execute(async (trx) => {
        await deleteOldAdminTokens(trx, atMs - LONGEST_MS, atMs - IDLE_MS);
        await insertAdminToken(trx, toHash(token, deviceMark), atMs);
      });
      return token;
    },

    async isValid(token, deviceMark) {
      const tokenHash = toHash(token, deviceMark);
      const atMs = now();
      const row = await findLive(tokenHash, atMs);
      if (!row) return false;
      if (row.used_at + TOUCH_AFTER_MS <= atMs) await noteIfPossible(touchAdminToken(database.writer, tokenHash, atMs));
      return true;
    },

    isLive: async (token, deviceMark) => (await findLive(toHash(token, deviceMark), now())) !== undefined,

    async end(token, deviceMark) {
      await deleteAdminToken(database.writer, toHash(token, deviceMark));
    },
  };
}
