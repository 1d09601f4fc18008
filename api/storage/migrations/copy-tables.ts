import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A table that is replaced by a copy. */
export interface TableCopy {
  readonly table: string;
  /** A part of the table's declaration that the copy lacks. */
  readonly drops?: RegExp;
}

/**
 * Replaces tables by copies with a changed declaration, with their rows and indexes: SQLite has no other way to drop a constraint. Each table must
 * be followed in the list by all tables that refer to it.
 */
export async function copyTables(db: Kysely<unknown>, copies: readonly TableCopy[]): Promise<void> {
  const names = copies.map(({ table }) => table);
  const isCopied = sql`name in (${sql.join(names)})`;
  const tables = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'table' and ${isCopied}`.execute(db);
  const indexes = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${sql.join(names)})`.execute(
    db,
  );
  for (const { table, drops } of copies) {
    let declaration = tables.rows.find(({ name }) => name === table)?.sql ?? '';
    for (const name of names) declaration = declaration.replace(`references ${name} (`, `references ${name}_copy (`);
    declaration = declaration.replace(/^create table \S+/i, `create table ${table}_copy`).replace(drops ?? '', '');
    await sql.raw(declaration).execute(db);
    await sql`insert into ${sql.table(`${table}_copy`)} select * from ${sql.table(table)}`.execute(db);
  }
  for (const name of names.toReversed()) await sql`drop table ${sql.table(name)}`.execute(db);
  for (const name of names) {
    // This also renames the table in the references of other tables.
    await sql`alter table ${sql.table(`${name}_copy`)} rename to ${sql.ref(name)}`.execute(db);
  }
  for (const index of indexes.rows) await sql.raw(index.sql).execute(db);
}
