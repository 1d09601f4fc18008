import { DATA_KINDS } from '#contract/service-worker/data-use.ts';
import type { DataKind } from '#contract/service-worker/data-use.ts';
import { answerOf, openDatabase, transactOnce } from '../database/idb.ts';

export const DATA_USE_DATABASE = 'hexlime-data-use';
const TABLE = 'bytes';

/** Bytes by what they were used for. */
export type DataUse = Readonly<Record<DataKind, number>>;

/** Adds bytes to those of the present month. Page, data worker and service worker count into one database. */
export async function addDataUse(bytes: ReadonlyMap<DataKind, number>, now = new Date()): Promise<void> {
  const month = monthOf(now);
  await withTable('readwrite', async (table) => {
    for (const [kind, added] of bytes) {
      const known = (await answerOf<number | undefined>(table.get(`${month}/${kind}`))) ?? 0;
      table.put(known + added, `${month}/${kind}`);
    }
    // Only the present month is shown.
    table.delete(IDBKeyRange.upperBound(month));
  });
}

/** Returns the bytes of the present month. */
export const readDataUse = (now = new Date()): Promise<DataUse> =>
  withTable('readonly', async (table) => {
    const read = async (kind: DataKind): Promise<readonly [DataKind, number]> => [
      kind,
      (await answerOf<number | undefined>(table.get(`${monthOf(now)}/${kind}`))) ?? 0,
    ];
    return Object.fromEntries(await Promise.all(DATA_KINDS.map(read))) as DataUse;
  });

/** The month of the device's calendar, such as `2026-11`. */
const monthOf = (now: Date): string => `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;

async function withTable<T>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase(DATA_USE_DATABASE, { [TABLE]: {} });
  return transactOnce(database, [TABLE], mode, (table) => work(table(TABLE)));
}
