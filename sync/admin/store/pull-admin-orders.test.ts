import { expect, it } from 'vitest';
import { AdminDevice } from '../../testing/admin-device.ts';
import { AdminServer } from '../../testing/admin-server.ts';

it('[ADM6] a pull keeps the problem of a waiting operation, and clears it when none is left', async () => {
  const server = new AdminServer();
  await server.addProduct(1);
  await server.putOrder('a');
  const device = new AdminDevice(server);
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
  '[ADM6] a pull that is rejected as %s deletes the orders, and the next good one brings them back',
  async (code) => {
    const server = new AdminServer();
    await server.putOrder('a');
    const device = new AdminDevice(server);
    await device.pullOrders();
    expect(await device.data.orders()).toHaveLength(1);

    server.rejection = code;
    await device.pullOrders();
    expect(await device.data.orders()).toEqual([]);

    server.rejection = null;
    // A revoked administrator's token has ended on the device; another one logs in.
    server.token = 'adm_new';
    device.session.setToken('adm_new');
    await device.pullOrders();
    expect(await device.data.orders()).toHaveLength(1);
  },
);
