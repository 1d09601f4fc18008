import { sql } from 'kysely';
import type { CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import { engineOf } from '../engine-of.ts';

/** The types of columns in an engine. Numbers have 64 bits, texts are ordered by their bytes. */
export interface ColumnTypes {
  readonly integer: RawBuilder<unknown>;
  readonly text: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
}

const TYPES: Readonly<Record<ReturnType<typeof engineOf>, ColumnTypes>> = {
  sqlite: { integer: sql`integer`, text: sql`text`, bytes: sql`blob` },
  postgres: { integer: sql`bigint`, text: sql`text collate "C"`, bytes: sql`bytea` },
};

/** The types of columns in a database's engine. */
export const columnTypesOf = (db: Kysely<unknown>): ColumnTypes => TYPES[engineOf(db)];

/** Creates a table with columns of the right types on either engine; SQLite also checks them. */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  build: (table: CreateTableBuilder<string>, types: ColumnTypes) => CreateTableBuilder<string, string>,
): Promise<void> {
  const engine = engineOf(db);
  const table = build(db.schema.createTable(name), TYPES[engine]);
  await (engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table).execute();
}
