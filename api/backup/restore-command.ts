import { resolve } from 'node:path';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { BackupError } from './backup-facts.ts';
import { restoreBackup } from './restore-backup.ts';

/** Exit codes, documented with the command. */
export const RESTORE_EXIT = { ok: 0, usage: 64, failed: 70 } as const;

const USAGE = 'Usage: npm run restore -- BACKUP   (a folder that npm run backup has made; stop the server first)';

/** Puts a backup in the place of a stopped server's data; returns the exit code. */
export async function runRestore(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  const [backup, ...others] = args;
  if (backup === undefined || backup.startsWith('-') || others.length > 0) {
    print(USAGE);
    return RESTORE_EXIT.usage;
  }
  try {
    const config = readConfig(env);
    const { facts, kept } = await restoreBackup(config, resolve(backup), Date.now());
    print(
      `Restored the backup of ${facts.created_at}. Start the server: it begins a new epoch, and devices compare their data.`,
    );
    if (kept.length > 0) {
      print(`The data that was here before is in ${kept.join(' and ')}. Delete it when the shop is right.`);
    }
    if (config.bucket) {
      print(`Images are not restored: those that the bucket ${config.bucket.bucket} has lost since then are missing.`);
    }
    print(
      `Users who have deleted their account since ${facts.created_at} are back: docs/operating.md says how to delete them again.`,
    );
    return RESTORE_EXIT.ok;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof ConfigError || error instanceof BackupError;
    print(isExpected ? reason : `The restore failed: ${reason}`);
    return error instanceof ConfigError ? RESTORE_EXIT.usage : RESTORE_EXIT.failed;
  }
}

if (import.meta.main) process.exitCode = await runRestore(process.argv.slice(2), process.env, process.stdout);
