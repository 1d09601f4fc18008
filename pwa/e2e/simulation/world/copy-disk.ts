import { IDBFactory } from 'fake-indexeddb';

/** The inside of fake-indexeddb: through its own calls a copy would take as long as everything that made the original. */
interface RawFactory {
  readonly _databases: Map<string, RawDatabase>;
}

interface RawDatabase {
  readonly name: string;
  readonly version: number;
  rawObjectStores: unknown;
}

type RawDatabaseClass = new (name: string, version: number) => RawDatabase;

/** Where stores and indexes keep a row; what stands there is replaced, never changed. */
const ROW = 'record';

/** A disk with the same databases under other names. Nothing may be open on the original while it is copied. */
export function copyDisk(disk: IDBFactory, rename: (name: string) => string): IDBFactory {
  const copy = new IDBFactory();
  const databases = (copy as unknown as RawFactory)._databases;
  for (const database of (disk as unknown as RawFactory)._databases.values()) {
    const name = rename(database.name);
    databases.set(name, copyDatabase(database, name));
  }
  return copy;
}

function copyDatabase(database: RawDatabase, name: string): RawDatabase {
  const copy = new (database.constructor as RawDatabaseClass)(name, database.version);
  copy.rawObjectStores = copyGraph(database.rawObjectStores, new Map<unknown, unknown>([[database, copy]]));
  return copy;
}

/** Copies objects that know each other; `copies` are those that are made already, by their originals. */
function copyGraph(original: unknown, copies: Map<unknown, unknown>): unknown {
  // Arrays are paths of keys, which nobody changes.
  if (typeof original !== 'object' || original === null || Array.isArray(original)) return original;
  const known = copies.get(original);
  if (known !== undefined) return known;
  if (original instanceof Map) {
    const map = new Map<unknown, unknown>();
    copies.set(original, map);
    for (const [key, value] of original) map.set(key, copyGraph(value, copies));
    return map;
  }
  const copy = Object.create(Object.getPrototypeOf(original) as object) as Record<string, unknown>;
  copies.set(original, copy);
  for (const [key, value] of Object.entries(original)) copy[key] = key === ROW ? value : copyGraph(value, copies);
  return copy;
}
