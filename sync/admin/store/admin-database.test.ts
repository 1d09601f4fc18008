import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/order.ts';
import recorded from './admin-rows-0.2.0.json' with { type: 'json' };
import { AdminStore } from './admin-store.ts';
import { openAdminData } from './open-admin-data.ts';
import { readEpoch } from './operations-table.ts';
import { packFacts, toFact, utcMonthOf } from './order-facts.ts';
import { readOrdersCursor } from './order-rows.ts';

/** The layout of version 0.2.0. */
const LAYOUT_2 = {
  drafts: 'key',
  shipmentDrafts: 'id',
  pictures: 'id, keptAtMs',
  operations: '++op, key',
  orders: 'id, created_at',
  orderFacts: 'month',
  meta: 'key',
};

/** Creates what version 0.2.0 has left on a device, with operations in every state. */
async function createRecorded() {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie('hexlime-admin', idb);
  old.version(2).stores(LAYOUT_2);
  for (const [name, rows] of Object.entries(recorded))
    await old.table(name).bulkAdd(rows.map((row) => ('blob' in row ? { ...row, blob: new Blob([row.blob]) } : row)));
  const orders: AdminOrder[] = await old.table('orders').toArray();
  for (const [month, placed] of Map.groupBy(orders, ({ created_at }) => utcMonthOf(created_at)))
    await old.table('orderFacts').add(packFacts(month, placed.map(toFact)));
  old.close();
  return idb;
}

/** A recorded operation with today's names; the tree is walked, so that no member is forgotten. */
function inTodaysWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inTodaysWords);
  if (typeof value !== 'object' || value === null) return value === 'refused' ? 'rejected' : value;
  const names: Record<string, string> = { refusal: 'rejection', pictures: 'images' };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [names[key] ?? key, inTodaysWords(inner)]));
}

it('[CAT30] [ADM16] what version 0.2.0 has stored stays usable: operations keep their numbers, keys and progress', async () => {
  const idb = await createRecorded();
  const [data, store] = [openAdminData(idb), new AdminStore(idb)];
  expect((await data.outbox()).map(({ op, operation, state }) => `${op} ${operation.kind} ${state}`)).toEqual([
    '2 addProduct rejected',
    '3 editProduct conflict',
    '4 addProduct waiting',
    '5 deleteProduct waiting',
    '6 editProduct waiting',
    '7 addProduct waiting',
    '8 editProduct waiting',
    '9 setShipment waiting',
  ]);
  // By its key the server recognizes an operation that it may have applied already, and repeats its answer.
  const kept = (await store.listOperations()).map(({ id, number, ackEpoch: _epoch, ackSeq: _seq, ...record }) => ({
    ...record,
    op: number,
    callKey: id,
  }));
  expect(kept).toEqual(recorded.operations.map(inTodaysWords));
  for (const { id } of recorded.pictures) expect(await data.image(id)).toBeDefined();
  const draft = await data.draft('pc/add');
  expect([draft?.fields['title'], draft?.images]).toEqual(['Draft', recorded.drafts[0]?.draft.pictures]);
  expect((await data.orders()).map(({ id, tracking_number }) => `${id} ${tracking_number}`)).toEqual([
    'c ',
    'b ',
    'a 1',
  ]);
  expect((await data.orderFacts()).map(({ month, shipped }) => [month, [...shipped]])).toEqual([
    ['2026-01', [0, 1]],
    ['2026-02', [0]],
  ]);
  // No order is read again, and no number is used again.
  expect([await store.run(readOrdersCursor), await store.run(readEpoch)]).toEqual([{ epoch: 'e1', seq: 3 }, 'e1']);
  expect(await data.enqueue({ kind: 'deleteOrder', paymentId: 'b' })).toBe(10);
  data.close();
  store.close();
});
