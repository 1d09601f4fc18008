import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Config } from '../config/config.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import { MIGRATIONS } from '../storage/migrate.ts';
import { BACKUP_PARTS, BackupError, checkDatabase, hashFile, readFacts, requireFile } from './backup-facts.ts';
import type { BackupFacts } from './backup-facts.ts';
import { copyFiles, sync } from './copy-files.ts';
import { toName } from './create-backup.ts';

/** What a restore has done. */
export interface Restored {
  readonly facts: BackupFacts;
  /** Where the data that was there before is now; undefined when there was none. */
  readonly aside: string | undefined;
}

/**
 * Puts a backup in the place of a stopped server's data. What was there is moved aside, not deleted, and the epoch file is not restored: the
 * next start begins a new epoch, in which every device compares its data with the server's. Nothing is changed unless the whole backup is
 * sound and copied.
 * @throws BackupError when the backup is incomplete, damaged or of a newer version, or when a server runs on the data
 */
export async function restoreBackup(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  backup: string,
  nowMs: number,
): Promise<Restored> {
  const facts = await checkBackup(backup);
  const databaseFile = requireFile(database);
  requireStopped(databaseFile);
  const incoming = join(dataDir, `${BACKUP_PARTS.images}.restoring`);
  const incomingDatabase = `${databaseFile}.restoring`;
  await rm(incoming, { recursive: true, force: true });
  await mkdir(dirname(databaseFile), { recursive: true, mode: 0o700 });
  try {
    await copyFile(join(backup, BACKUP_PARTS.database), incomingDatabase);
    await sync(incomingDatabase);
    const { files } = await copyFiles(join(backup, BACKUP_PARTS.images), incoming);
    if (files !== facts.images.files) {
      throw new BackupError(`${backup} is incomplete: it has ${files} of ${facts.images.files} images.`);
    }
  } catch (error) {
    await rm(incoming, { recursive: true, force: true });
    await rm(incomingDatabase, { force: true });
    throw error;
  }

  const aside = `before-restore-${toName(nowMs)}`;
  const databases = ['', '-wal', '-shm'].map((end) => databaseFile + end);
  const others = [BACKUP_PARTS.images, BACKUP_PARTS.password, 'epoch.json'].map((name) => join(dataDir, name));
  const places = [...databases, ...others].filter((place) => existsSync(place));
  for (const place of places) {
    // On the same disk, so that it is only renamed.
    const folder = join(dirname(place), aside);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(place, join(folder, basename(place)));
  }
  await rename(incoming, join(dataDir, BACKUP_PARTS.images));
  const password = join(backup, BACKUP_PARTS.password);
  if (existsSync(password)) await copyFile(password, join(dataDir, BACKUP_PARTS.password));
  // Last: until it is there, a start finds no shop rather than one without its images.
  await rename(incomingDatabase, databaseFile);
  for (const folder of new Set([dataDir, dirname(databaseFile)])) await sync(folder);
  return { facts, aside: places.length > 0 ? join(dataDir, aside) : undefined };
}

async function checkBackup(folder: string): Promise<BackupFacts> {
  const facts = await readFacts(folder);
  const newer = facts.migrations.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (newer.length > 0) {
    throw new BackupError(
      `${folder} was made by a newer version of Hexlime (${newer.join(', ')}): install that version first.`,
    );
  }
  const file = join(folder, BACKUP_PARTS.database);
  const { size } = await stat(file).catch(() => ({ size: -1 }));
  if (size !== facts.database.bytes || (await hashFile(file)) !== facts.database.sha256) {
    throw new BackupError(`${file} is not the file that was backed up: it is damaged or incomplete.`);
  }
  checkDatabase(file);
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
