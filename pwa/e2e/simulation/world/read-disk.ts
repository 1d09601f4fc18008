/** The inside of fake-indexeddb, as far as it is looked at: reading through a transaction would let other things happen meanwhile. */
interface RawFactory {
  readonly _databases: ReadonlyMap<string, { readonly rawObjectStores: ReadonlyMap<string, RawStore> }>;
}

interface RawStore {
  readonly records: { values(): Iterable<{ readonly key: unknown; readonly value: unknown }> };
}

type Row = Readonly<Record<string, unknown>>;

/** The rows of a table that are on a device's disk; to be asked while no transaction is on its way. */
export function readTable(disk: object, database: string, table: string): Row[] {
  const store = (disk as RawFactory)._databases.get(database)?.rawObjectStores.get(table);
  return store ? Array.from(store.records.values(), ({ value }) => value as Row) : [];
}

/** One row of a table, by its member `key`. */
export const readRecord = (disk: object, database: string, table: string, key: string): Row | undefined =>
  readTable(disk, database, table).find((row) => row['key'] === key);
