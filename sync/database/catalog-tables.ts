/** Tables and their keys and indexes, as Dexie writes them, which created the databases of versions up to 0.2; the first is the key. */
export const CATALOG_TABLES = {
  shops: 'shop',
  blocks: '[shop+hash], [shop+kind]',
  overlay: '[shop+id], [shop+seq]',
  views: 'shop',
  meta: 'key',
} as const;

export type CatalogTable = keyof typeof CATALOG_TABLES;

/** The key path of a name: `[shop+hash]` is a key of two members. */
const toKeyPath = (name: string): string | string[] => (name.startsWith('[') ? name.slice(1, -1).split('+') : name);

/** Creates the tables that an older layout lacks, or has with another key: everything in them can be fetched again. */
export function createTables(database: IDBDatabase, transaction: IDBTransaction): void {
  for (const [name, schema] of Object.entries(CATALOG_TABLES)) {
    const [key = '', ...indexes] = schema.split(', ');
    const keyPath = toKeyPath(key);
    if (database.objectStoreNames.contains(name)) {
      const table = transaction.objectStore(name);
      const isSame =
        String(table.keyPath) === String(keyPath) && indexes.every((each) => table.indexNames.contains(each));
      if (isSame) continue;
      database.deleteObjectStore(name);
    }
    const table = database.createObjectStore(name, { keyPath });
    for (const index of indexes) table.createIndex(index, toKeyPath(index));
  }
}

/** Whether a database has every table: one that lacks some is damaged. */
export const hasTables = ({ objectStoreNames }: IDBDatabase): boolean =>
  Object.keys(CATALOG_TABLES).every((name) => objectStoreNames.contains(name));
