import type { Table } from 'dexie';

/** A table of single values, each under its key: `Meta` names keys and values. */
export type MetaTable<Meta> = Table<MetaRow<Meta>, keyof Meta>;
type MetaRow<Meta> = { [Key in keyof Meta]: { key: Key; value: Meta[Key] } }[keyof Meta];

interface AnyRow {
  key: string;
  value: unknown;
}
interface WithMeta<Row extends AnyRow> {
  readonly meta: Table<Row, Row['key']>;
}
type ValueOf<Row extends AnyRow, Key> = Extract<Row, { key: Key }>['value'];

/** Reads a single value; undefined until there is one. */
export async function readMeta<Row extends AnyRow, Key extends Row['key']>(
  { meta }: WithMeta<Row>,
  key: Key,
): Promise<ValueOf<Row, Key> | undefined> {
  return (await meta.get(key))?.value as ValueOf<Row, Key> | undefined;
}

export async function writeMeta<Row extends AnyRow, Key extends Row['key']>(
  { meta }: WithMeta<Row>,
  key: Key,
  value: ValueOf<Row, Key>,
): Promise<void> {
  await meta.put({ key, value } as unknown as Row);
}
