/** Internals of fake-indexeddb: reading through a transaction would let other events happen meanwhile. */
interface RawFactory {
  readonly _databases: ReadonlyMap<string, { readonly rawObjectStores: ReadonlyMap<string, RawStore> }>;
}

interface RawStore {
  readonly records: { values(): Iterable<{ readonly key: unknown; readonly value: unknown }> };
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the names of the databases on a device's disk, in order. */
export const listDatabases = (disk: object): string[] => [...(disk as RawFactory)._databases.keys()].sort();

/** Returns the rows of a table on a device's disk; must be called while no transaction is active. */
export function readTable(disk: object, database: string, table: string): Row[] {
  const store = (disk as RawFactory)._databases.get(database)?.rawObjectStores.get(table);
  return store ? Array.from(store.records.values(), ({ value }) => value as Row) : [];
}
