import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { isDatabaseUrl, toDatabaseSource } from '#api/config/database-settings.ts';
import { BackupError } from '#api/backup/backup-facts.ts';
import { requireStopped } from '#api/backup/restore-backup.ts';
import { nameDatabase } from '#api/storage/database-source.ts';
import { openDatabase, openReader } from '#api/storage/open-database.ts';
import { adviseOnStorage } from '#api/storage/storage-fault.ts';
import { MoveError, moveDatabase } from './move-database.ts';

/** Exit codes, documented with the command. */
export const MOVE_EXIT = { ok: 0, usage: 64, failed: 70 } as const;

const USAGE =
  'Usage: npm run move -- postgres://USER:PASSWORD@HOST/DATABASE   (an empty database; stop the server first)';

/** Moves the rows of a stopped server's SQLite database to PostgreSQL; returns the exit code. */
export async function runMove(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  const [url = '', ...others] = args;
  if (!isDatabaseUrl(url) || others.length > 0 || url.startsWith('sqlite:')) {
    print(USAGE);
    return MOVE_EXIT.usage;
  }
  const target = toDatabaseSource(url);
  try {
    const { database } = readConfig(env);
    if (database.engine !== 'sqlite') throw new MoveError('The shop is on PostgreSQL already.');
    const { file } = database;
    if (!existsSync(file)) throw new MoveError(`There is no database at ${file}.`);
    requireStopped(file);
    await using resources = new AsyncDisposableStack();
    const from = await openReader(database);
    resources.defer(() => from.destroy());
    const to = await openDatabase(target);
    resources.defer(() => to.close());
    let rows = 0;
    await from.transaction().execute((source) =>
      moveDatabase(source, to, (table) => {
        rows += table.rows;
        print(`${table.name}: ${table.rows.toLocaleString('en')} rows${table.wasThere ? ', were there' : ''}`);
      }),
    );
    print(`Moved ${rows.toLocaleString('en')} rows to ${nameDatabase(target)}; both databases have the same digests.`);
    print('Start the server with this DATABASE_URL. Devices keep what they have.');
    return MOVE_EXIT.ok;
  } catch (error) {
    const isExpected = error instanceof ConfigError || error instanceof BackupError || error instanceof MoveError;
    const reason = error instanceof Error ? error.message : String(error);
    print(isExpected ? reason : (adviseOnStorage(error, target) ?? `The move failed: ${reason}`));
    return error instanceof ConfigError ? MOVE_EXIT.usage : MOVE_EXIT.failed;
  }
}

if (import.meta.main) process.exitCode = await runMove(process.argv.slice(2), process.env, process.stdout);
