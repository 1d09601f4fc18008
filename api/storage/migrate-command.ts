import { existsSync } from 'node:fs';
import { ConfigError, readConfig } from '#api/config/config.ts';
import { nameDatabase } from './database-source.ts';
import { migrate, readSchemaState } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { adviseOnStorage } from './storage-fault.ts';

/** Exit codes, documented with the command. */
export const MIGRATE_EXIT = { ok: 0, failed: 70, config: 78 } as const;

/**
 * Migrates the database of the settings to the schema of this version, as a start does; returns the exit code. Nodes may run meanwhile. Run
 * once more, or by several at once, it does nothing.
 */
export async function runMigrate(
  env: Readonly<Record<string, string | undefined>>,
  output: Pick<NodeJS.WritableStream, 'write'>,
): Promise<number> {
  const print = (line: string): unknown => output.write(`${line}\n`);
  try {
    const { database: source } = readConfig(env);
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

if (import.meta.main) process.exitCode = await runMigrate(process.env, process.stdout);
