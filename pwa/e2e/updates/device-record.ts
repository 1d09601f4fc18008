import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** A value of a browser's database as JSON. A value of a type that JSON lacks becomes an object whose `$` names the type. */
type Encoded = unknown;

interface RecordedTable {
  readonly name: string;
  readonly keyPath: string | string[] | null;
  readonly autoIncrement: boolean;
  readonly indexes: readonly {
    readonly name: string;
    readonly keyPath: string | string[];
    readonly unique: boolean;
    readonly multiEntry: boolean;
  }[];
  readonly rows: readonly { readonly key: Encoded; readonly value: Encoded }[];
}

/** A database of the recorded browser. */
export interface RecordedDatabase {
  readonly name: string;
  /** The browser's version number, which is ten times Dexie's. */
  readonly version: number;
  readonly tables: readonly RecordedTable[];
}

/** What a version of the app has left in a browser and on its server. */
export interface DeviceRecord {
  /** The version of the app that left the data. */
  readonly version: string;
  readonly recordedAtMs: number;
  readonly databases: readonly RecordedDatabase[];
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  /** The server's files, by name, in base64. */
  readonly server: Readonly<Record<string, string>>;
}

/** Reads the record of a version from this folder. */
export async function readDeviceRecord(version: string): Promise<DeviceRecord> {
  const file = join(import.meta.dirname, `device-${version}.json.gz`);
  return JSON.parse(gunzipSync(await readFile(file)).toString()) as DeviceRecord;
}

/** Writes the server's files into its data folder. */
export async function restoreServer({ server }: DeviceRecord, folder: string): Promise<void> {
  for (const [name, base64] of Object.entries(server)) await writeFile(join(folder, name), base64, 'base64');
}

/** Reads all databases of a page's origin as they are. */
export const recordDatabases = (page: Page): Promise<RecordedDatabase[]> =>
  page.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const toBase64 = (bytes: Uint8Array): string => bytes.reduce((text, byte) => text + String.fromCharCode(byte), '');
    const encode = async (value: unknown): Promise<unknown> => {
      if (value === undefined) return { $: 'undefined' };
      if (value instanceof ArrayBuffer) return { $: 'ArrayBuffer', base64: btoa(toBase64(new Uint8Array(value))) };
      if (value instanceof Blob)
        return { $: 'Blob', type: value.type, base64: btoa(toBase64(new Uint8Array(await value.arrayBuffer()))) };
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        return { $: value.constructor.name, base64: btoa(toBase64(bytes)) };
      }
      if (Array.isArray(value)) return Promise.all(value.map(encode));
      if (typeof value !== 'object' || value === null) return value;
      if (Object.getPrototypeOf(value) !== Object.prototype)
        throw new Error(`No form for ${Object.prototype.toString.call(value)}`);
      const entries = Object.entries(value).map(async ([key, member]) => [key, await encode(member)] as const);
      return Object.fromEntries(await Promise.all(entries)) as unknown;
    };
    const recordTable = async (table: IDBObjectStore) => {
      const [keys, values] = await Promise.all([
        settle(table.getAllKeys()),
        settle(table.getAll() as IDBRequest<unknown[]>),
      ]);
      return { table, keys, values };
    };
    const record = async (name: string) => {
      const database = await settle(indexedDB.open(name));
      const names = [...database.objectStoreNames];
      const transaction = names.length > 0 ? database.transaction(names) : undefined;
      const read = await Promise.all(names.map((each) => recordTable(transaction!.objectStore(each))));
      const { version } = database;
      const tables = read.map(async ({ table, keys, values }) => ({
        name: table.name,
        keyPath: table.keyPath as string | string[] | null,
        autoIncrement: table.autoIncrement,
        indexes: [...table.indexNames].map((each) => {
          const index = table.index(each);
          return { name: each, keyPath: index.keyPath, unique: index.unique, multiEntry: index.multiEntry };
        }),
        rows: await Promise.all(
          keys.map(async (key, place) => ({ key: await encode(key), value: await encode(values[place]) })),
        ),
      }));
      database.close();
      return { name, version, tables: await Promise.all(tables) };
    };
    const listed = await indexedDB.databases();
    return Promise.all(listed.flatMap(({ name }) => name ?? []).map(record));
  });

/** Creates recorded databases. `rename` may give them other names. */
export async function restoreDatabases(
  databases: readonly RecordedDatabase[],
  idb: IDBFactory,
  rename: (name: string) => string = (name) => name,
): Promise<void> {
  for (const { name, version, tables } of databases) {
    const opening = idb.open(rename(name), version);
    opening.addEventListener('upgradeneeded', () => {
      for (const { name: table, indexes, rows, ...options } of tables) {
        const created = opening.result.createObjectStore(table, options);
        for (const { name: index, keyPath, ...rest } of indexes) created.createIndex(index, keyPath, rest);
        for (const { key, value } of rows)
          created.put(decode(value), options.keyPath === null ? (decode(key) as IDBValidKey) : undefined);
      }
    });
    await new Promise((resolve, reject) => {
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', () => reject(opening.error ?? new Error(name)));
    });
    opening.result.close();
  }
}

const VIEWS = { Uint8Array, Uint16Array, Uint32Array, Float64Array };

/** Returns the value that was encoded. */
export function decode(value: Encoded): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const { $: type, base64 = '', type: mime } = value as { $?: string; base64?: string; type?: string };
  const bytes = (): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64, 'base64'));
  switch (type) {
    case undefined:
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decode(member)]));
    case 'undefined':
      return undefined;
    case 'ArrayBuffer':
      return bytes().buffer;
    case 'Uint8Array':
    case 'Uint16Array':
    case 'Uint32Array':
    case 'Float64Array':
      return new VIEWS[type](bytes().buffer);
    case 'Blob':
      return new Blob([bytes()], { type: mime ?? '' });
    default:
      throw new Error(`No value of type ${type}`);
  }
}
