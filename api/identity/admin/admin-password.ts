import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#contract/http/errors.ts';
import { ConfigError } from '../../config/config.ts';
import type { Config } from '../../config/config.ts';
import { findPasswordFault } from '../../config/password-rules.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import { findMeta, storeMeta } from '../../storage/meta.repository.ts';
import { endCredential } from '../credentials/end-credential.ts';
import { createReadableSecret } from '../readable-secret.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { Write } from '../../storage/write-unit.ts';
import { hashPassword, isPassword } from './password-hash.ts';

const HASH_KEY = 'admin_password_hash';
/** Holds a generated password, readable for the server's own user only, so that it can be shown again. */
const PASSWORD_FILE = 'admin-password.txt';

/** The administrators' password. */
export interface AdminPassword {
  /**
   * Applies the password of the settings, or generates one when there never was any; a changed password ends every token. Returns a
   * generated password as long as its file exists.
   * @throws ConfigError when an operator has written a weak password into that file
   */
  prepare(): Promise<string | undefined>;
  /** Returns the version of the password if it is right; undefined otherwise. Calls `prepare` first if needed. */
  check(password: string): Promise<string | undefined>;
  /** Checks within a write that the password is still that of a version. @throws ApiError wrong-password */
  requireVersion(db: Queryable, version: string): Promise<void>;
  /** Returns a text that changes with the password. */
  version(): Promise<string>;
}

export interface AdminPasswordOptions {
  readonly config: Pick<Config, 'dataDir' | 'adminPassword' | 'isDemo'>;
  readonly database: Database;
  readonly write: Write;
  readonly security: SecurityEvents;
}

export function createAdminPassword({ config, database, write, security }: AdminPasswordOptions): AdminPassword {
  const { dataDir, adminPassword, isDemo } = config;
  const file = join(dataDir, PASSWORD_FILE);

  const store = async (hash: string, former: string | undefined): Promise<void> => {
    await write(async (unit) => {
      await storeMeta(unit.trx, HASH_KEY, hash);
      await endCredential(unit, { kind: 'password' });
    });
    if (former !== undefined) security.note({ name: 'admin-password-changed' });
  };

  const prepare = async (): Promise<string | undefined> => {
    const stored = await findMeta(database.reader, HASH_KEY);
    if (adminPassword && 'hash' in adminPassword) {
      if (stored !== adminPassword.hash) await store(adminPassword.hash, stored);
      return undefined;
    }
    const shown = adminPassword ? undefined : await readOrGeneratePassword(file, stored === undefined);
    const password = adminPassword?.password ?? shown;
    if (password !== undefined && !(stored && (await isPassword(password, stored)))) {
      const fault = isDemo ? undefined : findPasswordFault(password);
      if (fault !== undefined) throw new ConfigError(`The password in ${file} is wrong: it ${fault}.`);
      await store(await hashPassword(password), stored);
    }
    return shown;
  };

  let prepared: Promise<string | undefined> | undefined;
  const findHash = async (): Promise<string | undefined> => {
    await (prepared ??= prepare());
    return findMeta(database.reader, HASH_KEY);
  };
  return {
    prepare: () => (prepared ??= prepare()),
    async check(password) {
      const hash = await findHash();
      return hash !== undefined && (await isPassword(password, hash)) ? hash : undefined;
    },
    async requireVersion(db, version) {
      if ((await findMeta(db, HASH_KEY)) !== version) throw new ApiError('wrong-password');
    },
    // Each change stores a hash with a salt of its own.
    version: async () => (await findHash()) ?? '',
  };
}

/** Reads the password from the file; generates one first when `isNeeded`. */
async function readOrGeneratePassword(file: string, isNeeded: boolean): Promise<string | undefined> {
  if (isNeeded) {
    await mkdir(join(file, '..'), { recursive: true });
    // Only one of several processes that start at once creates the file.
    await writeFile(file, `${createReadableSecret()}\n`, { mode: 0o600, flag: 'wx' }).catch(ignore('EEXIST'));
  }
  const text = await readFile(file, 'utf8').catch(ignore('ENOENT'));
  return text?.trim() || undefined;
}

const ignore =
  (code: string) =>
  (error: unknown): undefined => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  };
