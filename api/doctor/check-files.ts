import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { UNFINISHED } from '../backup/create-backup.ts';
import type { Config } from '../config/config.ts';
import { note, problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** Permissions of other users. */
const OTHERS = 0o077;
const MIN_FREE_BYTES = 1_000_000_000;
const DAY_MS = 86_400_000;
const MAX_BACKUP_DAYS = 2;
const PASSWORD_FILE = 'admin-password.txt';

/** Checks the data folder: who may read it, and whether there is room. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  const { dataDir, database } = config;
  const password = join(dataDir, PASSWORD_FILE);
  const databaseFiles = database.engine === 'sqlite' ? [database.file, `${database.file}-wal`] : [];
  const files = [...databaseFiles, password];
  const found = [
    await checkPermissions(dataDir, '700'),
    ...(await Promise.all(files.map((file) => checkPermissions(file, '600')))),
    await checkSpace(dataDir),
  ];
  return found.filter((finding) => finding !== undefined);
}

const findStats = (path: string) => stat(path).catch(() => undefined);

async function checkPermissions(path: string, wanted: string): Promise<Finding | undefined> {
  const stats = await findStats(path);
  if (!stats || (stats.mode & OTHERS) === 0) return undefined;
  return problem(`Other users of this machine can open ${path}: chmod ${wanted} ${path}`);
}

async function checkSpace(folder: string): Promise<Finding | undefined> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk || disk.bavail * disk.bsize >= MIN_FREE_BYTES) return undefined;
  const megabytes = Math.floor((disk.bavail * disk.bsize) / 1_000_000);
  return problem(`The disk of ${folder} has ${megabytes} MB left: free some space, or orders are rejected soon.`);
}

/** Checks that a password that the server has generated is no longer on the disk. */
export async function checkPasswordFile({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const file = join(dataDir, PASSWORD_FILE);
  if (!(await findStats(file))) return [];
  return [
    problem(`The generated password is still in ${file}: set ADMIN_PASSWORD_HASH, or note it and delete the file.`),
  ];
}

/** Checks how old the newest backup in a folder is; undefined: the operator has named none. */
export async function checkBackups(folder: string | undefined, nowMs: number): Promise<Finding[]> {
  if (folder === undefined) return [note('BACKUP_DIR is not set: the age of the newest backup is not known.')];
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return [problem(`The folder of backups ${folder} cannot be read.`)];
  const complete = names.filter((name) => !name.endsWith(UNFINISHED));
  const times = await Promise.all(complete.map(async (name) => (await findStats(join(folder, name)))?.mtimeMs ?? 0));
  const newest = Math.max(0, ...times);
  if (newest === 0) return [problem(`There is no backup in ${folder}.`)];
  const days = Math.floor((nowMs - newest) / DAY_MS);
  return days < MAX_BACKUP_DAYS ? [] : [problem(`The newest backup in ${folder} is ${days} days old.`)];
}
