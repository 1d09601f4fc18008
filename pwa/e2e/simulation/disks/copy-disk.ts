import { IDBFactory } from 'fake-indexeddb';

/** Internals of fake-indexeddb: copying through its API would take as long as creating the original. */
interface RawFactory {
  readonly _databases: Map<string, RawDatabase>;
}

interface RawDatabase {
  readonly name: string;
  readonly version: number;
  rawObjectStores: unknown;
}

type RawDatabaseClass = new (name: string, version: number) => RawDatabase;

/** Member in which stores and indexes hold a row; rows are replaced, never mutated. */
const ROW = 'record';

/** Copies a disk; `rename` returns the name of each database in the copy. The original must not be open meanwhile. */
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

/** Copies an object graph; `copies` maps originals to copies made so far. */
function copyGraph(original: unknown, copies: Map<unknown, unknown>): unknown {
  // Arrays are key paths, which are never mutated.
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
