import { expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { AdminData } from '../../api/admin-api.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import { listOrders, putOrder } from './order-rows.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

it('[ADM6] a pull keeps the problem of a waiting operation, and clears it when no operation waits', async () => {
  await server.addProduct(1);
  await server.shop.putOrder('a');
  const op = await device.data.enqueue({ kind: 'deleteProduct', shop: 'pc', id: 1, title: 'X' });
  await device.store.noteState({ problem: 'read-only' });

  await device.pullOrders();
  expect(await device.data.orders()).toHaveLength(1);
  expect((await device.data.state()).problem).toBe('read-only');

  await device.data.discard(op);
  await device.pullOrders();
  expect((await device.data.state()).problem).toBeNull();
});

it.each(['role-needed', 'access-revoked'] as const)(
  '[ADM6] a pull that is rejected as %s deletes the orders, and the next successful one brings them back',
  async (code) => {
    await server.shop.putOrder('a');
    await device.pullOrders();
    expect(await device.data.orders()).toHaveLength(1);

    server.rejection = code;
    await device.pullOrders();
    expect(await device.data.orders()).toEqual([]);

    server.rejection = null;
    // The device has ended the token of a revoked administrator, who logs in with a new one.
    server.token = 'adm_new';
    device.session.setToken('adm_new');
    await device.pullOrders();
    expect(await device.data.orders()).toHaveLength(1);
  },
);

it('[LATE1] the answer to a change of an order brings no order back after a logout', async () => {
  server.shop.putOrder('a');
  await device.pullOrders();
  const [order] = await device.store.run(listOrders);
  await device.store.forgetServerData();
  await device.store.write((database) => putOrder(database, order as AdminOrder), { orders: true });
  expect(await device.store.run(listOrders)).toEqual([]);
});

/** The tracking numbers of the orders that a page reads, and the number of facts. */
const shown = async (data: AdminData): Promise<[string[], number]> => {
  const facts = (await data.orderFacts()).map(({ placedAt }) => placedAt.length);
  return [
    (await data.orders()).map(({ tracking_number }) => tracking_number).toSorted(),
    facts.reduce((a, b) => a + b, 0),
  ];
};

it.each([1, 2])(
  '[ADM6] a reset that is cut after page %s of 3 leaves the orders and their facts whole',
  async (pages) => {
    const place = async (text: string): Promise<void> => {
      for (let n = 1; n <= 5; n++) await server.shop.putOrder(`${n}`, { tracking_number: `${text} ${n}` });
    };
    const empty = await server.shop.backUp();
    await place('old');
    await device.pullOrders();
    const old = ['old 1', 'old 2', 'old 3', 'old 4', 'old 5'];
    expect(await shown(device.data)).toEqual([old, 5]);

    await server.shop.restore(empty);
    await place('new');
    let answers = 0;
    server.nextFault = () => (answers++ < pages ? 'none' : 'lost');
    await expect(device.pullOrders()).rejects.toThrow();
    expect(await shown(device.data)).toEqual([old, 5]);

    server.nextFault = () => 'none';
    server.calls.length = 0;
    await device.pullOrders();
    expect(await shown(device.data)).toEqual([['new 1', 'new 2', 'new 3', 'new 4', 'new 5'], 5]);
    // Pages that arrived before the network was lost are not requested again.
    expect(server.calls).toHaveLength(3 - pages);
  },
);
