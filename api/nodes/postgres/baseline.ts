import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The schema with which a database of PostgreSQL begins (`baseline.sql`). */
export const createPostgresBaseline: Migration = {
  async up(db) {
    const statements = await readFile(new URL('./baseline.sql', import.meta.url), 'utf8');
    await sql.raw(statements).execute(db);
  },
};
