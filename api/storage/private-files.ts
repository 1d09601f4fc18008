import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

/** Permissions of other users. */
const OTHERS = 0o077;
/** The mode bit of a folder that all users share, such as `/tmp`. */
const STICKY = 0o1000;

/** Files in the data folder that other users must not read. */
const SECRET_FILES = ['admin-password.txt'];

/**
 * Makes the data folder and the database accessible to the server's own user only; creates them if they are missing.
 */
export function makePrivate({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>, log: Logger): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const databaseFiles = database.engine === 'sqlite' ? createDatabaseFile(database.file) : [];
  restrict(dataDir, 0o700, log);
  const files = [...databaseFiles, ...SECRET_FILES.map((name) => join(dataDir, name))];
  for (const file of files) restrict(file, 0o600, log);
}

/** Creates the database file if it is missing; returns its path and those of SQLite's files beside it. */
function createDatabaseFile(file: string): string[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    // SQLite reports the problem when it opens the file.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
  return ['', '-wal', '-shm'].map((end) => `${file}${end}`);
}

function restrict(path: string, mode: number, log: Logger): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & OTHERS) === 0) return;
  try {
    if ((stats.mode & STICKY) !== 0) throw new Error('the folder is shared by all users');
    chmodSync(path, mode);
  } catch (error) {
    log.warn({ err: error, path }, 'other users of this machine can open the data');
  }
}
