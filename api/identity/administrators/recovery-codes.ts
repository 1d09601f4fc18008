import type { Queryable } from '../../storage/database.ts';
import { sign } from '../identity-secret.ts';
import { createReadableSecret } from '../readable-secret.ts';
import { replaceRecoveryCodes, takeRecoveryCode } from './recovery-code.repository.ts';

const CODES = 10;

/**
 * Codes that open a session when the passkeys are lost, each once. A code has 99 random bits, so that a keyed hash protects it as well as a
 * slow one, and finds it without a name.
 */
export interface RecoveryCodes {
  /** Replaces an administrator's codes, and returns the new ones, which are stored as hashes only. */
  replace(db: Queryable, administratorId: string): Promise<string[]>;
  /** Uses a code up; returns the id of its administrator, if it is valid. Case and separators do not matter. */
  take(db: Queryable, code: string): Promise<string | undefined>;
}

export function createRecoveryCodes(key: Buffer): RecoveryCodes {
  const toHash = (code: string): string => sign(key, code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return {
    async replace(db, administratorId) {
      const codes = Array.from({ length: CODES }, createReadableSecret);
      await replaceRecoveryCodes(db, administratorId, codes.map(toHash));
      return codes;
    },
    take: (db, code) => takeRecoveryCode(db, toHash(code)),
  };
}
