import { describe, expect, it } from 'vitest';
import type { AdminDevice } from '../../testing/admin-device.ts';
import type { AdminServer } from '../../testing/admin-server.ts';
import { useAdminDevices } from '../../testing/use-admin-devices.ts';
import { clearOrders } from '../store/order-rows.ts';

let server: AdminServer;
let device: AdminDevice;
useAdminDevices((created) => ({ server, device } = created));

const outbox = () => device.data.outbox();

describe('[ADM6] orders', () => {
  const shipment = { shipped: true, postal_service: 'USPS', tracking_number: '1' };
  const before = { shipped: false, postal_service: '', tracking_number: '' };

  it('are shown with pending operations on top, newest first, and follow the server', async () => {
    await server.putOrder('a', { created_at: '2026-01-01T00:00:00.000Z' });
    await server.putOrder('b', { created_at: '2026-01-03T00:00:00.000Z' });
    await server.putOrder('c', { created_at: '2026-01-02T00:00:00.000Z', payment_status: 'expired' });
    await device.pullOrders();
    await device.data.enqueue({ kind: 'setShipment', paymentId: 'pay-a', shipment, version: 1, before });
    await device.data.enqueue({ kind: 'deleteOrder', paymentId: 'c' });
    expect(await device.data.orders()).toMatchObject([{ id: 'b' }, { id: 'a', shipped: true, tracking_number: '1' }]);
    await device.exchange();
    expect(server.hidden).toEqual(new Set(['c']));
    expect(await device.data.orders()).toMatchObject([{ id: 'b' }, { id: 'a', shipped: true, version: 2 }]);
    await server.hideOrder('b');
    await device.pullOrders();
    expect((await device.data.orders()).map(({ id }) => id)).toEqual(['a']);
    await device.store.write(clearOrders, { orders: true });
    expect(await device.data.orders()).toEqual([]);
  });

  it('accept a shipment although other columns changed, and a second one behind it', async () => {
    await server.putOrder('a');
    await device.pullOrders();
    await device.data.enqueue({ kind: 'setShipment', paymentId: 'a', shipment, version: 1, before });
    await device.data.enqueue({
      kind: 'setShipment',
      paymentId: 'a',
      shipment: { ...shipment, shipped: false },
      version: 1,
      before: shipment,
    });
    await server.putOrder('a', { needs_attention: 'overpaid' });
    await device.exchange();
    expect(await outbox()).toEqual([]);
    expect(server.orders.get('a')).toMatchObject({ shipped: false, tracking_number: '1', needs_attention: 'overpaid' });
  });

  it('accept a shipment made on the screen that showed an earlier one before its result', async () => {
    await server.putOrder('a');
    await device.pullOrders();
    await device.data.enqueue({ kind: 'setShipment', paymentId: 'a', shipment, version: 1, before });
    await device.exchange();
    // The result is stored, and the screen has not been drawn again: it shows the shipment with the version before it.
    await device.data.enqueue({
      kind: 'setShipment',
      paymentId: 'a',
      shipment: { ...shipment, shipped: false },
      version: 1,
      before: shipment,
    });
    await device.exchange();
    expect(await outbox()).toEqual([]);
    expect(server.orders.get('a')).toMatchObject({ shipped: false, tracking_number: '1' });
  });

  it('ask about a shipment that an earlier version of the app has stored, when the order has changed', async () => {
    await server.putOrder('a');
    await device.pullOrders();
    await device.data.enqueue({ kind: 'setShipment', paymentId: 'a', shipment, version: 1 });
    await server.putOrder('a', { needs_attention: 'overpaid' });
    await device.exchange();
    expect(await outbox()).toMatchObject([{ state: 'rejected', rejection: { code: 'stale-version' } }]);
  });

  it('reject a shipment that differs from another administrator’s, and accept an equal one', async () => {
    await server.putOrder('a');
    await server.putOrder('b');
    await device.pullOrders();
    for (const id of ['a', 'b'])
      await device.data.enqueue({ kind: 'setShipment', paymentId: id, shipment, version: 1, before });
    await server.putOrder('a', { ...shipment, tracking_number: '2' });
    await server.putOrder('b', shipment);
    await device.exchange();
    expect(await outbox()).toMatchObject([
      { operation: { paymentId: 'a' }, rejection: { code: 'stale-version', current: { tracking_number: '2' } } },
    ]);
    expect((await device.data.orders()).find(({ id }) => id === 'b')).toMatchObject({ shipped: true });
  });
});
