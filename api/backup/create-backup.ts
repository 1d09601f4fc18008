import { chmod, copyFile, mkdir, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Config } from '../config/config.ts';
import { mayExist, nameDatabase } from '../storage/database-source.ts';
import type { DatabaseSource } from '../storage/database-source.ts';
import {
  BACKUP_PARTS,
  BackupError,
  checkDatabase,
  hashFile,
  readFacts,
  writeFacts,
  databaseIn,
} from './backup-facts.ts';
import type { BackupFacts } from './backup-facts.ts';
import { copyFiles, sync } from './copy-files.ts';

/** Suffix of the name of an incomplete backup. */
export const UNFINISHED = '.unfinished';
const NAME = /^hexlime-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
/** Free space that a backup needs in addition to the copy of the database. */
const SPARE_BYTES = 64_000_000;

/** A complete backup in the folder of backups. */
export interface Backup {
  readonly folder: string;
  readonly facts: BackupFacts;
}

/**
 * Copies the database at one moment, and all images, into a new folder below `backups`; the server may run and write meanwhile. The folder
 * gets its final name when it is complete. Images that the newest backup has are shared with it.
 * @throws BackupError when there is no database, no room, or already a backup of the same second, or when the copy is damaged
 */
export async function createBackup(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  backups: string,
  nowMs: number,
): Promise<Backup> {
  if (!mayExist(database)) throw new BackupError(`There is no database at ${nameDatabase(database)}.`);
  const folder = join(backups, `hexlime-${toName(nowMs)}`);
  if (existsSync(folder)) throw new BackupError(`There is a backup at ${folder} already.`);
  await mkdir(backups, { recursive: true, mode: 0o700 });
  if (database.engine === 'sqlite') await requireRoom(backups, database.file);
  const unfinished = `${folder}${UNFINISHED}`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const facts = await copyData({
      source: database,
      dataDir,
      target: unfinished,
      previous: (await listBackups(backups)).at(-1),
      nowMs,
    });
    await rename(unfinished, folder);
    await sync(backups);
    return { folder, facts };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

interface CopyRequest extends Pick<Config, 'dataDir'> {
  readonly source: DatabaseSource;
  readonly target: string;
  readonly previous: string | undefined;
  readonly nowMs: number;
}

async function copyData({ source, dataDir, target, previous, nowMs }: CopyRequest): Promise<BackupFacts> {
  const images = join(dataDir, BACKUP_PARTS.images);
  const copies = join(target, BACKUP_PARTS.images);
  // Images are copied before and after the database: the copy then has each one that the database names, even if deleted or added meanwhile.
  await copyFiles(images, copies, previous && join(previous, BACKUP_PARTS.images));
  const { engine } = source;
  const database = databaseIn(target, engine);
  const migrations = await copyDatabase(source, database);
  const copied = await copyFiles(images, copies);
  const password = join(dataDir, BACKUP_PARTS.password);
  if (existsSync(password)) await copyFile(password, join(target, BACKUP_PARTS.password));
  const facts: BackupFacts = {
    created_at: new Date(nowMs).toISOString(),
    database: { engine, bytes: (await stat(database)).size, sha256: await hashFile(database) },
    migrations: [...migrations],
    images: copied,
  };
  await writeFile(join(target, BACKUP_PARTS.facts), writeFacts(facts), { mode: 0o600, flush: true });
  await sync(database);
  await sync(target);
  return facts;
}

/** Copies a database as it is at one moment; returns the migrations that the copy has. @throws BackupError when it is damaged */
async function copyDatabase(source: DatabaseSource, to: string): Promise<readonly string[]> {
  if (source.engine === 'sqlite') {
    copyFileOf(source.file, to);
    await chmod(to, 0o600);
    return checkDatabase(to);
  }
  const { checkDump, dumpDatabase } = await import('./postgres-dump.ts');
  await dumpDatabase(source, to);
  await chmod(to, 0o600);
  return checkDump(to);
}

/** Copies a database in one read transaction; SQLite's online backup would begin again at each write of the server. */
function copyFileOf(from: string, to: string): void {
  const connection = new BetterSqlite3(from, { fileMustExist: true, timeout: 10_000 });
  try {
    connection.prepare('vacuum into ?').run(to);
  } finally {
    connection.close();
  }
}

/** Lists the folders of complete backups, the oldest first. */
export async function listBackups(backups: string): Promise<readonly string[]> {
  const names = (await readdir(backups)).filter((name) => NAME.test(name)).sort();
  return names.map((name) => join(backups, name)).filter((folder) => existsSync(join(folder, BACKUP_PARTS.facts)));
}

/** Deletes all but the newest backups; returns the folders that it deleted. */
export async function deleteOldBackups(backups: string, keep: number): Promise<readonly string[]> {
  const old = (await listBackups(backups)).slice(0, -keep);
  for (const folder of old) {
    await readFacts(folder);
    await rm(folder, { recursive: true });
  }
  return old;
}

async function requireRoom(backups: string, databaseFile: string): Promise<void> {
  const disk = await statfs(backups);
  const [free, needed] = [disk.bavail * disk.bsize, (await stat(databaseFile)).size + SPARE_BYTES];
  if (free >= needed) return;
  throw new BackupError(
    `The disk of ${backups} has ${toMegabytes(free)} MB left, a backup needs ${toMegabytes(needed)} MB.`,
  );
}

const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

/** A time as a part of a file name, to the second. */
export const toName = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
