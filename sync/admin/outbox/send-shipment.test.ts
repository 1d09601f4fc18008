import { describe, expect, it } from 'vitest';
import type { Shipment } from '../../api/admin-api.ts';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import { clearOrders } from '../store/order-rows.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

const NOT_SENT: Shipment = { shipped: false, postal_service: '', tracking_number: '' };
const SENT: Shipment = { shipped: true, postal_service: 'USPS', tracking_number: '1' };
const TAKEN_BACK: Shipment = { ...SENT, shipped: false };

const outbox = () => device.data.outbox();
/** `before`: the shipment on the screen; operations of an earlier version of the app lack it. */
const ship = (paymentId: string, shipment = SENT, before: { before?: Shipment } = { before: NOT_SENT }) =>
  device.data.enqueue({ kind: 'setShipment', paymentId, shipment, version: 1, ...before });

describe('[ADM6] orders', () => {
  it('are shown with pending operations on top, newest first, and follow the server', async () => {
    await server.shop.putOrder('a', { created_at: 1 });
    await server.shop.putOrder('b', { created_at: 3 });
    await server.shop.putOrder('c', { created_at: 2, status: 'expired' });
    await device.pullOrders();
    await ship('pay-a');
    await device.data.enqueue({ kind: 'deleteOrder', paymentId: 'c' });
    expect(await device.data.orders()).toMatchObject([{ id: 'b' }, { id: 'a', shipped: true, tracking_number: '1' }]);
    await device.exchange();
    expect(server.hidden).toEqual(new Set(['c']));
    expect(await device.data.orders()).toMatchObject([{ id: 'b' }, { id: 'a', shipped: true, version: 2 }]);
    await server.shop.putOrder('b', { admin_hidden_at: 1 });
    await device.pullOrders();
    expect((await device.data.orders()).map(({ id }) => id)).toEqual(['a']);
    await device.store.write(clearOrders, { orders: true });
    expect(await device.data.orders()).toEqual([]);
  });

  it.each([
    ['behind it', () => Promise.resolve()],
    // The result is stored, but the screen has not been drawn again: it shows the new shipment with the former version.
    ['from a screen that has not shown its result yet', () => device.exchange()],
  ])('accept a shipment although other columns changed, and a second one %s', async (_which, between) => {
    await server.shop.putOrder('a');
    await device.pullOrders();
    await server.shop.putOrder('a', { needs_attention: 'overpaid' });
    await ship('a');
    await between();
    await ship('a', TAKEN_BACK, { before: SENT });
    await device.exchange();
    expect(await outbox()).toEqual([]);
    expect(server.orders.get('a')).toMatchObject({ shipped: false, tracking_number: '1', needs_attention: 'overpaid' });
  });

  it('leave the decision to a person if they have changed since an earlier version of the app stored the shipment', async () => {
    await server.shop.putOrder('a');
    await device.pullOrders();
    await ship('a', SENT, {});
    await server.shop.putOrder('a', { needs_attention: 'overpaid' });
    await device.exchange();
    expect(await outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'stale-version' } }]);
  });

  it('reject a shipment that differs from another administrator’s, and accept an equal one', async () => {
    for (const id of ['a', 'b']) await server.shop.putOrder(id);
    await device.pullOrders();
    for (const id of ['a', 'b']) await ship(id);
    await server.shop.putOrder('a', { ...SENT, shipped: 1, tracking_number: '2' });
    await server.shop.putOrder('b', { ...SENT, shipped: 1 });
    await device.exchange();
    expect(await outbox()).toMatchObject([
      { operation: { paymentId: 'a' }, rejection: { code: 'stale-version', current: { tracking_number: '2' } } },
    ]);
    expect((await device.data.orders()).find(({ id }) => id === 'b')).toMatchObject({ shipped: true });
  });
});
