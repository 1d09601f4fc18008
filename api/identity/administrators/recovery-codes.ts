import type { Queryable } from '../../storage/database.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import { sign } from '../identity-secret.ts';
import { createReadableSecret } from '../readable-secret.ts';
import { endCredential } from '../credentials/end-credential.ts';
import { insertRecoveryCodes, takeRecoveryCode } from './recovery-code.repository.ts';

const CODES = 10;

/**
 * Codes that open a session when the passkeys are lost, each once. A code has 99 random bits, so a keyed hash protects it as well as
 * a slow one would, and the code can be found without its owner's name.
 */
export interface RecoveryCodes {
  /**
   * Ends an administrator's codes and what they opened, except for one session if it is given; returns new codes, of which only hashes are
   * stored.
   */
  replace(unit: Pick<WriteUnit, 'trx' | 'publish'>, administratorId: string, keptTokenHash?: string): Promise<string[]>;
  /** Uses a code up; returns the id of its administrator, if it is valid. Case and separators do not matter. */
  take(db: Queryable, code: string): Promise<string | undefined>;
}

export function createRecoveryCodes(key: Buffer): RecoveryCodes {
  const toHash = (code: string): string => sign(key, code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return {
    async replace(unit, administratorId, keptTokenHash) {
      const codes = Array.from({ length: CODES }, createReadableSecret);
      await endCredential(unit, { kind: 'recovery-codes', administratorId, keptTokenHash });
      await insertRecoveryCodes(unit.trx, administratorId, codes.map(toHash));
      return codes;
    },
    take: (db, code) => takeRecoveryCode(db, toHash(code)),
  };
}
