import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** What must be known of a table to copy it. */
export interface TableShape {
  readonly name: keyof Schema;
  /** Columns that identify a row, in the order of the key. */
  readonly key: readonly string[];
}

/** Values as both engines return them. */
export type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** SQLite binds at most 32,766 values in a statement, PostgreSQL 65,535. */
const MAX_VALUES = 20_000;
/** Maximum number of rows that are read at once; rows of blocks are large. */
const PAGE_ROWS = 1_000;
const PAGE_BLOCKS = 20;

/** Lists the tables of a SQLite database, each after those that it refers to; without the migrator's own. */
export async function listTables(source: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<{ name: keyof Schema; parent: keyof Schema | null }>`
    select main.name as name, reference."table" as parent
    from sqlite_master as main left join pragma_foreign_key_list(main.name) as reference
    where main.type = 'table' and main.name not like 'sqlite_%' and main.name not like 'kysely_%'
    order by main.name`.execute(source);
  const names = new Set(rows.map(({ name }) => name));
  const sorted = new Set<keyof Schema>();
  const add = (name: keyof Schema): void => {
    for (const row of rows) if (row.name === name && row.parent !== null && row.parent !== name) add(row.parent);
    sorted.add(name);
  };
  names.forEach(add);
  return Promise.all([...sorted].map(async (name) => ({ name, key: await listKey(source, name) })));
}

async function listKey(source: Kysely<Schema>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(source);
  return rows.map(({ name }) => name);
}

/** Reads a table page by page in the order of its key. The caller's transaction makes all pages show one state. */
export async function* readPages(db: Kysely<Schema>, { name, key }: TableShape): AsyncGenerator<Row[]> {
  const size = name === 'snapshot_block' ? PAGE_BLOCKS : PAGE_ROWS;
  const order = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Row | undefined; ;) {
    const values = last && sql.join(key.map((column) => sql`${last?.[column]}`));
    const after = values ? sql`where (${order}) > (${values})` : sql``;
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} ${after} order by ${order} limit ${sql.lit(size)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** Returns the number of rows of a table and a digest of them all, which is the same on either engine. */
export async function digestTable(
  db: Kysely<Schema>,
  table: TableShape,
): Promise<{ readonly rows: number; readonly digest: string }> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of readPages(db, table)) {
    for (const row of page) hash.update(`${toLine(row)}\n`);
    count += page.length;
  }
  return { rows: count, digest: hash.digest('hex') };
}

/** Sorts the columns: in a database where some were added later, their order differs. */
const toLine = (row: Row): string =>
  JSON.stringify(
    Object.entries(row)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('base64') : value]),
  );

/** Replaces the rows of a table in one transaction by those of another database, whatever the engines. */
export async function copyTable(
  source: Kysely<Schema>,
  { writer }: Pick<Database, 'writer'>,
  table: TableShape,
): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    await trx.deleteFrom(table.name).execute();
    for await (const page of readPages(source, table)) {
      const columns = Object.keys(page[0] ?? {}).length;
      const size = Math.floor(MAX_VALUES / columns);
      for (let start = 0; start < page.length; start += size) {
        await insertRows(trx, table.name, page.slice(start, start + size));
      }
    }
  });
}

function insertRows(trx: Kysely<Schema>, name: string, rows: readonly Row[]): Promise<unknown> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`);
  return sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(trx);
}
