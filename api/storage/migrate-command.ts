import { existsSync } from 'node:fs';
import { giveUpBucket } from '#api/catalog/snapshot/blocks/give-up-bucket.ts';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { nameDatabase } from './database-source.ts';
import { migrate, readSchemaState } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { adviseOnStorage } from './storage-fault.ts';

/** Exit codes, documented with the command. */
export const MIGRATE_EXIT = { ok: 0, usage: 64, failed: 70, config: 78 } as const;

const WITHOUT_BUCKET = '--without-bucket';
const USAGE = `Usage: npm run migrate [-- ${WITHOUT_BUCKET}]   (stop the server before you give its bucket up)`;

/**
 * Migrates the configured database to the schema of this version, as a start does; returns the exit code. Nodes may run meanwhile. Running
 * it again, or several times at once, changes nothing more. With `--without-bucket` it also forgets what is in the bucket of a stopped
 * shop.
 */
export async function runMigrate(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  const givesUp = args[0] === WITHOUT_BUCKET;
  if (args.length > (givesUp ? 1 : 0)) {
    print(USAGE);
    return MIGRATE_EXIT.usage;
  }
  try {
    const { database: source, bucket } = readConfig(env);
    if (givesUp && bucket) {
      throw new ConfigError('The settings S3_… are those of a bucket that is in use: unset them to give it up.');
    }
    if (source.engine === 'sqlite' && !existsSync(source.file)) {
      print(`There is no database at ${source.file}: the server makes one at its start.`);
      return MIGRATE_EXIT.ok;
    }
    const database = await openDatabase(source).catch((error: unknown) => {
      const advice = adviseOnStorage(error, source);
      throw advice === undefined ? error : new ConfigError(advice);
    });
    try {
      const { missing } = await readSchemaState(database.writer);
      await migrate(database.writer);
      const done = missing.length === 0 ? 'has the newest schema already' : `was migrated: ${missing.join(', ')}`;
      print(`The database ${nameDatabase(source)} ${done}.`);
      if (givesUp)
        print(`The bucket was given up, with ${await giveUpBucket(database)} blocks, which the next start makes anew.`);
    } finally {
      await database.close();
    }
    return MIGRATE_EXIT.ok;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(error instanceof ConfigError ? reason : `The migration failed: ${reason}`);
    return error instanceof ConfigError ? MIGRATE_EXIT.config : MIGRATE_EXIT.failed;
  }
}

if (import.meta.main) process.exitCode = await runMigrate(process.argv.slice(2), process.env, process.stdout);
