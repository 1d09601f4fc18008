import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { BackupError } from './backup-facts.ts';
import { createBackup, deleteOldBackups } from './create-backup.ts';

/** Exit codes, documented with the command. */
export const BACKUP_EXIT = { ok: 0, usage: 64, failed: 70 } as const;

const USAGE = 'Usage: npm run backup -- [FOLDER] [--keep NUMBER]   (without FOLDER: BACKUP_DIR)';

/** Backs up the data of a running or stopped server into a new folder below FOLDER; returns the exit code. */
export async function runBackup(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  try {
    const config = readConfig(env);
    const request = readArguments(args, config.backupDir);
    if (request === undefined) {
      print(USAGE);
      return BACKUP_EXIT.usage;
    }
    const { folder, facts } = await createBackup(config, request.backups, Date.now());
    const { database, images } = facts;
    print(
      `Backed up to ${folder}: a database of ${toMegabytes(database.bytes)} MB and ${images.files} images of ${toMegabytes(images.bytes)} MB.`,
    );
    if (config.bucket) {
      print(
        `Images in the bucket ${config.bucket.bucket} are not part of it: keep their versions, or copy the bucket.`,
      );
    }
    if (request.keep === undefined) return BACKUP_EXIT.ok;
    for (const old of await deleteOldBackups(request.backups, request.keep)) print(`Deleted ${old}.`);
    return BACKUP_EXIT.ok;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof ConfigError || error instanceof BackupError;
    print(isExpected ? reason : `The backup failed: ${reason}`);
    return error instanceof ConfigError ? BACKUP_EXIT.usage : BACKUP_EXIT.failed;
  }
}

interface BackupRequest {
  readonly backups: string;
  /** How many of the newest backups stay; undefined: all. */
  readonly keep: number | undefined;
}

/** Parses the arguments; returns undefined when they are invalid. */
function readArguments(args: readonly string[], backupDir: string | undefined): BackupRequest | undefined {
  try {
    const options = { keep: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [folder, ...others] = positionals;
    const backups = folder === undefined ? backupDir : resolve(folder);
    if (backups === undefined || others.length > 0) return undefined;
    if (values.keep === undefined) return { backups, keep: undefined };
    return /^[1-9]\d{0,3}$/.test(values.keep) ? { backups, keep: Number(values.keep) } : undefined;
  } catch {
    return undefined;
  }
}

const toMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

if (import.meta.main) process.exitCode = await runBackup(process.argv.slice(2), process.env, process.stdout);
