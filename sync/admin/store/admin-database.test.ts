import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/order.ts';
import { AdminDevice } from '../../testing/admin-device.ts';
import { AdminServer } from '../../testing/admin-server.ts';
import type { ServerData } from '../../testing/admin-server.ts';
import { toFact, packFacts } from './order-facts.ts';
import recorded from '../../testing/admin-rows-0.2.0.json' with { type: 'json' };

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

/** What version 0.2.0 has left on a device, with operations in every state, and on its server. */
async function openRecorded(): Promise<AdminDevice> {
  const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie('hexlime-admin', idb);
  old.version(2).stores(LAYOUT_2);
  for (const [name, rows] of Object.entries(recorded.tables))
    await old.table(name).bulkAdd(rows.map((row) => ('blob' in row ? { ...row, blob: new Blob([row.blob]) } : row)));
  const facts = (recorded.tables.orders as unknown as AdminOrder[]).map(toFact);
  await old.table('orderFacts').bulkAdd(
    ['2026-01', '2026-02'].map((month) =>
      packFacts(
        month,
        facts.filter(({ placedAtMs }) => new Date(placedAtMs).toISOString().startsWith(month)),
      ),
    ),
  );
  old.close();
  const { hidden, seq, orderClock, ...maps } = recorded.server;
  const data = Object.fromEntries(Object.entries(maps).map(([name, entries]) => [name, new Map(entries as [])]));
  const server = new AdminServer();
  server.putBack({ ...data, hidden: new Set(hidden), seq, orderClock } as unknown as ServerData);
  server.epoch = 'e1';
  return new AdminDevice(server, idb);
}

it('[CAT30] [ADM16] what version 0.2.0 has stored goes on: no operation is lost or doubled', async () => {
  const device = await openRecorded();
  const { data, server } = device;
  expect((await data.outbox()).map(({ op, operation, state }) => `${op} ${operation.kind} ${state}`)).toEqual([
    '2 addProduct refused',
    '3 editProduct conflict',
    '4 addProduct waiting',
    '5 deleteProduct waiting',
    '6 editProduct waiting',
    '7 addProduct waiting',
    '8 editProduct waiting',
    '9 setShipment waiting',
  ]);
  expect((await data.draft('pc/add'))?.fields['title']).toBe('Draft');
  expect((await data.orders()).map(({ id, tracking_number }) => `${id} ${tracking_number}`)).toEqual([
    'c ',
    'b ',
    'a 1',
  ]);
  expect((await data.orderFacts()).map(({ month, shipped }) => [month, [...shipped]])).toEqual([
    ['2026-01', [0, 1]],
    ['2026-02', [0]],
  ]);

  server.calls.length = 0;
  await device.pullOrders();
  await device.exchange();
  // The cursor goes on: no order is read again.
  expect(server.calls.filter((call) => call.includes('changes'))).toHaveLength(1);
  const decided = (await data.outbox()).map(({ op, state }) => `${op} ${state}`);
  expect(decided).toEqual(['2 refused', '3 conflict']);
  const shown = [...server.products.values()].map(({ product: { id, title }, pictures }) => [
    id,
    title,
    pictures.map(({ content }) => content),
  ]);
  expect(shown.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [1, 'Taken', ['Taken picture']],
    [2, 'Theirs', ['Conflict picture']],
    [3, 'Half done', ['half', 'Half edited picture']],
    [5, 'Edited', ['Edited picture']],
    [6, 'Done', ['done']],
    [7, 'Sent and changed', ['sent']],
    [8, 'Never sent', ['never']],
  ]);
  // Numbers are not used again.
  expect(await data.enqueue({ kind: 'deleteOrder', paymentId: 'b' })).toBe(10);
  device.close();
});
