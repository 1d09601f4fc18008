import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

/** Permissions of other users. */
const OTHERS = 0o077;
/** Of a folder that all users share, such as `/tmp`. */
const STICKY = 0o1000;

/** Files in the data folder that other users must not read. */
const SECRET_FILES = ['epoch.json', 'admin-password.txt'];

/** Creates the data folder and the database for the server's own user only, and takes existing ones away from other users. */
export function makePrivate({ dataDir, databaseFile }: Pick<Config, 'dataDir' | 'databaseFile'>, log: Logger): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(databaseFile), { recursive: true, mode: 0o700 });
  createFile(databaseFile);
  restrict(dataDir, 0o700, log);
  const files = [
    // SQLite gives later files the mode of the database.
    ...['', '-wal', '-shm'].map((end) => `${databaseFile}${end}`),
    ...SECRET_FILES.map((name) => join(dataDir, name)),
  ];
  for (const file of files) restrict(file, 0o600, log);
}

/** Creates an empty file unless there is one. SQLite reports what is wrong when it cannot be created. */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
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
