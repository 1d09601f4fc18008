import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/order.ts';
import { AdminDevice } from '../../testing/admin-device.ts';
import { AdminServer } from '../../testing/admin-server.ts';
import { forEachFact } from './order-facts.ts';
import type { OrderFact } from './order-facts.ts';
import { toShipment } from './overlay-admin-orders.ts';

const IDS = ['a', 'b', 'c'];
const STATUSES = ['waiting', 'finished', 'expired', 'odd-status'];

/** What happens between two reads. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    id: fc.constantFrom(...IDS),
    status: fc.constantFrom(...STATUSES),
    /** Cents of one unit. */
    price: fc.integer({ min: 0, max: 999_999 }),
    quantity: fc.integer({ min: 1, max: 10 }),
    product_id: fc.integer({ min: 1, max: 2_147_483_647 }),
    // Around the ends of days and months.
    hour: fc.constantFrom(0, 1, 23, 24, 700, 743, 744, 745, 1_416, 1_500),
  }),
  fc.record({ kind: fc.constant('hide' as const), id: fc.constantFrom(...IDS) }),
  fc.record({ kind: fc.constant('ship' as const), id: fc.constantFrom(...IDS), shipped: fc.boolean() }),
  fc.record({ kind: fc.constant('delete' as const), id: fc.constantFrom(...IDS) }),
  { weight: 3, arbitrary: fc.constant({ kind: 'pull' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'send' as const }) },
  fc.constant({ kind: 'forget' as const }),
);

const PULL = { kind: 'pull' as const };

/** An order that exists before it is hidden: random steps seldom produce that. */
const CHANGE = {
  kind: 'change' as const,
  id: 'a',
  status: 'finished',
  price: 1,
  quantity: 1,
  product_id: 1,
  hour: 0 as const,
};

/** The facts of an order, computed from its row independently of the tested code. */
const factOf = (order: AdminOrder): OrderFact => ({
  placedAtMs: new Date(order.created_at).getTime(),
  cents: Number(order.total_amount.toFixed(2).replace('.', '')),
  productId: order.product_id,
  quantity: order.quantity,
  isShipped: order.shipped,
  status: order.payment_status,
});

const inOrder = (facts: readonly OrderFact[]): readonly string[] =>
  facts.map((fact) => JSON.stringify(fact)).toSorted();

async function readFacts(data: AdminDevice['data']): Promise<readonly string[]> {
  const facts: OrderFact[] = [];
  forEachFact(await data.orderFacts(), (fact) => facts.push({ ...fact }));
  return inOrder(facts);
}

it('[ADM10] the facts of orders equal those of the rows after any pulls, shipments, deletions and logouts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const server = new AdminServer();
      await server.shop.ready();
      const device = new AdminDevice(server);
      for (const next of steps) {
        const known = (await device.data.orders()).find((order) => 'id' in next && order.id === next.id);
        if (next.kind === 'change') {
          const { id, price, hour, kind: _kind, ...more } = next;
          const amounts = { unit_price_cents: price, total_cents: price * more.quantity };
          const placed = server.orders.has(id) ? {} : { created_at: hour * 3_600_000 };
          if (!server.hidden.has(id)) await server.shop.putOrder(id, { ...more, ...amounts, ...placed });
        } else if (next.kind === 'hide' && server.orders.has(next.id))
          await server.shop.putOrder(next.id, { admin_hidden_at: 1 });
        else if (next.kind === 'ship' && known)
          await device.data.enqueue({
            kind: 'setShipment',
            paymentId: next.shipped ? known.id : known.payment_id,
            shipment: { shipped: next.shipped, postal_service: '', tracking_number: '' },
            version: known.version,
            before: toShipment(known),
          });
        else if (next.kind === 'delete' && known)
          await device.data.enqueue({ kind: 'deleteOrder', paymentId: known.id });
        else if (next.kind === 'pull') await device.pullOrders();
        else if (next.kind === 'send') await device.exchange();
        else if (next.kind === 'forget') await device.store.forgetServerData();
        expect(await readFacts(device.data)).toEqual(inOrder((await device.data.orders()).map(factOf)));
      }
      device.close();
      await server.shop.end();
    }),
    { numRuns: 40, examples: [[[CHANGE, PULL, { kind: 'hide' as const, id: 'a' }, PULL]]] },
  );
}, 60_000);
