import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Config } from '../config/config.ts';
import { nameDatabase } from '../storage/database-source.ts';
import type { ServerSource } from '../storage/database-source.ts';
import { EPOCH_KEY } from '../storage/history.repository.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import { MIGRATIONS } from '../storage/migrate.ts';
import { BACKUP_PARTS, BackupError, checkDatabase, databaseIn, hashFile, readFacts } from './backup-facts.ts';
import type { BackupFacts } from './backup-facts.ts';
import { copyFiles, sync } from './copy-files.ts';
import { toName } from './create-backup.ts';

/** What a restore has done. */
export interface Restored {
  readonly facts: BackupFacts;
  /** Where the former data is kept: a folder of files, a schema of the database, or both; empty when there was no data. */
  readonly kept: readonly string[];
}

/**
 * Puts a backup in the place of a stopped server's data. What was there is moved aside, not deleted, and the epoch is not restored: the
 * next start begins a new one, in which every device compares its data with the server's. Nothing is changed unless the whole backup is
 * sound and copied.
 * @throws BackupError when the backup is incomplete, damaged, of a newer version or of another database engine, or when a server runs on the data
 */
export async function restoreBackup(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  backup: string,
  nowMs: number,
): Promise<Restored> {
  const facts = await checkBackup(backup);
  const { engine } = facts.database;
  if (engine !== database.engine) {
    throw new BackupError(`${backup} is of another database engine than ${nameDatabase(database)}.`);
  }
  const aside = `before-restore-${toName(nowMs)}`;
  const target = database.engine === 'sqlite' ? prepareFile(database.file, dataDir) : prepareServer(database, aside);
  const incoming = join(dataDir, `${BACKUP_PARTS.images}.restoring`);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await target.receive(databaseIn(backup, engine));
    const { files } = await copyFiles(join(backup, BACKUP_PARTS.images), incoming);
    if (files !== facts.images.files) {
      throw new BackupError(`${backup} is incomplete: it has ${files} of ${facts.images.files} images.`);
    }
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    await target.abandon();
    throw error;
  }

  const others = [BACKUP_PARTS.images, BACKUP_PARTS.password].map((name) => join(dataDir, name));
  const places = [...target.files, ...others].filter((place) => existsSync(place));
  for (const place of places) {
    // On the same disk, so that the data is only renamed.
    const folder = join(dirname(place), aside);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(place, join(folder, basename(place)));
  }
  await rename(incoming, join(dataDir, BACKUP_PARTS.images));
  const password = join(backup, BACKUP_PARTS.password);
  if (existsSync(password)) await copyFile(password, join(dataDir, BACKUP_PARTS.password));
  // The database comes last: until it is there, a start finds no shop rather than one without its images.
  await target.replace();
  await sync(dataDir);
  return { facts, kept: [...(places.length > 0 ? [join(dataDir, aside)] : []), ...target.kept] };
}

/** A database that is about to be replaced. */
interface RestoreTarget {
  /** Files that are moved aside. */
  readonly files: readonly string[];
  /** Where the former database is kept, if that is not one of `files`. */
  readonly kept: readonly string[];
  /** Receives a copy of the database. */
  receive(copy: string): Promise<void>;
  /** Undoes `receive`. */
  abandon(): Promise<void>;
  /** Puts the received copy in place, where that is a separate step. */
  replace(): Promise<void>;
}

/** @throws BackupError when a server runs on the file */
function prepareFile(file: string, dataDir: string): RestoreTarget {
  requireStopped(file);
  const incoming = `${file}.restoring`;
  return {
    files: ['', '-wal', '-shm'].map((end) => file + end),
    kept: [],
    async receive(copy) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await copyFile(copy, incoming);
      deleteEpoch(incoming);
      await sync(incoming);
    },
    abandon: () => rm(incoming, { force: true }),
    async replace() {
      await rename(incoming, file);
      if (dirname(file) !== dataDir) await sync(dirname(file));
    },
  };
}

function deleteEpoch(file: string): void {
  const connection = new BetterSqlite3(file);
  try {
    connection.prepare('delete from meta where key = ?').run(EPOCH_KEY);
  } finally {
    connection.close();
  }
}

function prepareServer(source: ServerSource, aside: string): RestoreTarget {
  const isReplaced = { value: false };
  return {
    files: [],
    kept: [`the schema ${aside} of the database`],
    async receive(copy) {
      const { restoreDump } = await import('./postgres-dump.ts');
      await restoreDump(source, copy, aside);
      isReplaced.value = true;
    },
    async abandon() {
      if (!isReplaced.value) return;
      const { undoRestore } = await import('./postgres-dump.ts');
      await undoRestore(source, aside);
    },
    replace: () => Promise.resolve(),
  };
}

async function checkBackup(folder: string): Promise<BackupFacts> {
  const facts = await readFacts(folder);
  const newer = facts.migrations.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length > 0) {
    throw new BackupError(
      `${folder} was made by a newer version of Hexlime (${newer.join(', ')}): install that version first.`,
    );
  }
  const file = databaseIn(folder, facts.database.engine);
  const { size } = await stat(file).catch(() => ({ size: -1 }));
  if (size !== facts.database.bytes || (await hashFile(file)) !== facts.database.sha256) {
    throw new BackupError(`${file} is not the file that was backed up: it is damaged or incomplete.`);
  }
  if (facts.database.engine === 'sqlite') checkDatabase(file);
  return facts;
}

/** Checks that no server runs on a database file. @throws BackupError when one does */
export function requireStopped(databaseFile: string): void {
  if (!existsSync(databaseFile)) return;
  const connection = new BetterSqlite3(databaseFile, { timeout: 0 });
  try {
    // In this mode SQLite opens a database only when no other connection has it open.
    connection.pragma('locking_mode = exclusive');
    connection.prepare('select count(*) from sqlite_schema').get();
  } catch (error) {
    if (storageFaultOf(error) === 'busy') {
      throw new BackupError(`A server is running on ${databaseFile}: stop it first.`);
    }
    // A damaged database is what a restore is for.
    if (storageFaultOf(error) !== 'damaged') throw error;
  } finally {
    connection.close();
  }
}
