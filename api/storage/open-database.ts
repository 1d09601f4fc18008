import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { DatabaseSource } from './database-source.ts';
import type { Schema } from './schema.ts';

/**
 * Opens a database; a missing file is created. If a server answers that it is not ready, waits for it up to `maxWaitMs`.
 * @throws Error when the engine is too old or cannot be reached
 */
export async function openDatabase(
  source: DatabaseSource,
  { maxWaitMs = 0 }: { readonly maxWaitMs?: number } = {},
): Promise<Database> {
  if (source.engine === 'postgres') {
    const { openPostgresDatabase } = await import('../nodes/postgres/postgres-database.ts');
    return openPostgresDatabase(source.url, maxWaitMs);
  }
  const { openSqliteDatabase } = await import('./sqlite/sqlite-database.ts');
  return openSqliteDatabase(source.file);
}

/** Opens a separate read-only connection for a thread that must not disturb other queries. Reading each page once needs little cache. */
export async function openReader(
  source: DatabaseSource,
  options: { readonly cacheKb?: number } = {},
): Promise<Kysely<Schema>> {
  if (source.engine === 'postgres') {
    const { openPostgresReader } = await import('../nodes/postgres/postgres-database.ts');
    return openPostgresReader(source.url);
  }
  const { openSqliteReader } = await import('./sqlite/sqlite-database.ts');
  return openSqliteReader(source.file, options.cacheKb);
}
