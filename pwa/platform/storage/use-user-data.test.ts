import { Dexie, liveQuery } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pacedRead } from './use-user-data.ts';

const before = { ...Dexie.dependencies };
beforeAll(() => {
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterAll(() => {
  Object.assign(Dexie.dependencies, before);
});

it('pacedRead reads less often than rows are written, and sees all of them in the end', async () => {
  const database = new Dexie('paced-read');
  database.version(1).stores({ rows: 'id' });
  let reads = 0;
  let shown: number[] = [];
  const query = pacedRead(async () => {
    reads += 1;
    await Promise.resolve();
    return database.table('rows').toCollection().primaryKeys() as Promise<number[]>;
  });
  const subscription = liveQuery(query).subscribe((ids) => (shown = ids ?? []));
  for (let id = 0; id < 200; id++) await database.table('rows').put({ id });
  await expect.poll(() => shown.length).toBe(200);
  expect(reads).toBeLessThan(100);
  // A write after a pause is seen as well.
  await database.table('rows').put({ id: 200 });
  await expect.poll(() => shown.length).toBe(201);
  subscription.unsubscribe();
  database.close();
});

it('pacedRead starts its first read at once', async () => {
  let reads = 0;
  const query = pacedRead(async () => (reads += 1));
  expect(await Promise.all([query(), query()])).toEqual([1, 2]);
  expect(await query()).toBe(3);
});
