import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import { openAdminData } from '#sync/admin/store/open-admin-data.ts';
import { undoDeletion } from './undo-deletion.ts';

const data = openAdminData({ indexedDB: new IDBFactory(), IDBKeyRange });
afterEach(async () => {
  for (const { op } of await data.outbox()) await data.discard(op);
});

const LAMP = { shop: 'pc', id: 7, title: 'Lamp' } as const;

test('a deletion that was never sent is undone without a trace, also offline', async () => {
  const op = await data.enqueue({ kind: 'deleteProduct', ...LAMP, seen: 3 });
  await undoDeletion(data, { op, ...LAMP });
  expect(await data.outbox()).toEqual([]);
});

test('undoing a deletion that the server has applied enqueues a restoration', async () => {
  await undoDeletion(data, { op: 99, ...LAMP });
  expect((await data.outbox()).map(({ operation }) => operation)).toEqual([{ kind: 'restoreProduct', ...LAMP }]);
});
