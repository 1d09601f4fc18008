import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import { engineOf } from './engine-of.ts';

/** Returns whether a database has a table, whatever its schema. */
export async function hasTable(db: Queryable, name: string): Promise<boolean> {
  const found =
    engineOf(db) === 'postgres'
      ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
      : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return found.rows.length > 0;
}
