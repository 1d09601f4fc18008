import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { EPOCH_KEY } from '../../storage/history.repository.ts';
import type { Database } from '../../storage/database.ts';
import { hasTable } from '../../storage/has-table.ts';
import { findMeta } from '../../storage/meta.repository.ts';
import { migrate, MIGRATIONS } from '../../storage/migrate.ts';
import type { Schema } from '../../storage/schema.ts';
import { MoveError } from './move-error.ts';
import { copyTable, digestTable, listTables } from '../../storage/tables.ts';

/** What happened with a table. */
export interface MovedTable {
  readonly name: string;
  readonly rows: number;
  /** Whether an earlier, interrupted move had copied it. */
  readonly wasThere: boolean;
}

/**
 * Copies all rows of a SQLite database into one of PostgreSQL, each table in one transaction, and compares digests of both. The epoch and its
 * history go along, so devices notice nothing. Repeated after an interruption, it continues with the table that was not finished. Nothing may
 * write to either meanwhile.
 * @throws MoveError as `requireMovable`, and when a table differs afterwards
 */
export async function moveDatabase(
  source: Kysely<Schema>,
  target: Database,
  onMoved: (table: MovedTable) => void,
): Promise<void> {
  await requireMovable(source, target);
  await migrate(target.writer);
  for (const table of await listTables(source)) {
    const before = await digestTable(source, table);
    const there = await digestTable(target.reader, table);
    const wasThere = there.digest === before.digest;
    if (!wasThere) {
      await copyTable(source, target, table);
      const after = await digestTable(target.reader, table);
      if (after.digest !== before.digest) {
        throw new MoveError(
          `The table ${table.name} differs after it was copied (${after.rows} rows of ${before.rows}): something writes to one of the databases.`,
        );
      }
    }
    onMoved({ name: table.name, rows: before.rows, wasThere });
  }
  await continueNumbers(target);
}

/** Checks, without a change to either, that a database can be moved into another one. @throws MoveError when it cannot */
export async function requireMovable(source: Kysely<Schema>, target: Pick<Database, 'reader'>): Promise<void> {
  const epoch = await findMeta(source, EPOCH_KEY);
  if (epoch === undefined)
    throw new MoveError('The database has never been used by a server: there is nothing to move.');
  await requireNewest(source);
  const known = (await hasTable(target.reader, 'meta')) ? await findMeta(target.reader, EPOCH_KEY) : undefined;
  if (known !== undefined && known !== epoch) {
    throw new MoveError('The new database has data of its own: create an empty one.');
  }
}

/** @throws MoveError */
async function requireNewest(source: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(source);
  const known = new Set(rows.map(({ name }) => name));
  if (Object.keys(MIGRATIONS).every((name) => known.has(name))) return;
  throw new MoveError('The database is of an older version of Hexlime: start this version on it once.');
}

/** Makes columns that number their rows continue after the copied numbers. */
async function continueNumbers({ writer }: Database): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(writer);
  for (const { table_name: table, column_name: column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(writer);
  }
}
