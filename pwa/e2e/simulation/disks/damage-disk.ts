/** Internals of fake-indexeddb, with which rows are damaged without a transaction. */
interface RawFactory {
  readonly _databases: ReadonlyMap<string, { readonly rawObjectStores: ReadonlyMap<string, RawStore> }>;
}
interface RawStore {
  readonly records: { values(): Iterable<{ readonly key: unknown; readonly value: unknown }> };
  storeRecord(record: { key: unknown; value: unknown }, noOverwrite: boolean): unknown;
  deleteRecord(key: unknown): void;
}

interface Bytes {
  readonly kind: string;
  readonly bytes: ArrayBuffer;
}

/** A row of bytes to damage: the one at `place` among the rows of its kind. */
export interface DamagedRow {
  readonly database: string;
  readonly table: string;
  readonly kind: string;
  readonly place: number;
  /** Position of the damaged byte, as a share of the row's length: from 0 to below 1. */
  readonly at: number;
}

/** Deletes all rows of a table; returns how many. */
export function loseRows(disk: object, database: string, table: string): number {
  const store = (disk as RawFactory)._databases.get(database)?.rawObjectStores.get(table);
  const records = [...(store?.records.values() ?? [])];
  for (const { key } of records) store?.deleteRecord(key);
  return records.length;
}

/** Flips a bit of the bytes of a row, or deletes the row; returns false when no such row exists. */
export function damageRow(disk: object, { database, table, kind, place, at }: DamagedRow, isGone: boolean): boolean {
  const store = (disk as RawFactory)._databases.get(database)?.rawObjectStores.get(table);
  const records = [...(store?.records.values() ?? [])].filter(({ value }) => (value as Bytes).kind === kind);
  const record = records[place % records.length];
  if (!store || !record) return false;
  if (isGone) {
    store.deleteRecord(record.key);
    return true;
  }
  const value = record.value as Bytes;
  const bytes = new Uint8Array(value.bytes.slice(0));
  const hit = Math.floor(bytes.length * at);
  bytes[hit] = (bytes[hit] ?? 0) ^ 1;
  store.storeRecord({ key: record.key, value: { ...value, bytes: bytes.buffer } }, false);
  return true;
}
