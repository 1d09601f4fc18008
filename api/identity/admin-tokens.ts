import type { Database } from '../storage/database.ts';
import {
  deleteAdminToken,
  deleteOldAdminTokens,
  findAdminToken,
  insertAdminToken,
  touchAdminToken,
} from './admin-token.repository.ts';
import { createSecretToken, hashSecretToken } from './secret-token.ts';

const HOUR_MS = 3_600_000;
const IDLE_MS = 12 * HOUR_MS;
const LONGEST_MS = 7 * 24 * HOUR_MS;
/** A use is written down only this long after the last one that was. */
const TOUCH_AFTER_MS = HOUR_MS / 12;

/** Tokens of administrators who gave the password: they end after 12 hours without use, and after 7 days. */
export interface AdminTokens {
  create(): Promise<string>;
  isValid(token: string): Promise<boolean>;
  end(token: string): Promise<void>;
}

export function createAdminTokens(database: Database, now: () => number): AdminTokens {
  return {
    async create() {
      const token = createSecretToken('adm_');
      const atMs = now();
      await database.writer.transaction().execute(async (trx) => {
        await deleteOldAdminTokens(trx, atMs - LONGEST_MS, atMs - IDLE_MS);
        await insertAdminToken(trx, hashSecretToken(token), atMs);
      });
      return token;
    },

    async isValid(token) {
      const tokenHash = hashSecretToken(token);
      const row = await findAdminToken(database.reader, tokenHash);
      const atMs = now();
      if (!row || row.created_at + LONGEST_MS <= atMs || row.used_at + IDLE_MS <= atMs) return false;
      if (row.used_at + TOUCH_AFTER_MS <= atMs) await touchAdminToken(database.writer, tokenHash, atMs);
      return true;
    },

    async end(token) {
      await deleteAdminToken(database.writer, hashSecretToken(token));
    },
  };
}
