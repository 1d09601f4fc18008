import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AdminOrder } from '#contract/orders/order.ts';
import { createAppContext } from '../app-context.ts';
import type { AppContext } from '../app-context.ts';
import { createBuyer, purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { json } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signInAdmin } from '../testing/clients/sign-in.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { readAdminOrderChanges } from './admin-order-feed.ts';
import { createOrderChanges } from './order-changes.ts';
import { NO_MAILS } from '../mail/order-mails.ts';
import { findOrder } from './order.repository.ts';
import { listAllOrders } from './order-lists.repository.ts';
import { presentAdminOrder } from './order-presenter.ts';
import { NO_PUSH } from '../push/push-messages.ts';
import { property } from '../testing/hostile/fuzz.ts';

let app: TestApp;
let buyers: readonly [Buyer, Buyer];
let admin: Buyer;

beforeEach(async () => {
  app = await startOrderApp(1_000);
  buyers = [await signInBuyer(app, 'alice'), await signInBuyer(app, 'bob')];
  admin = createBuyer(app.url, 'admin', await signInAdmin(app));
});
afterEach(() => app.stop());

const idOf = (reply: Reply): string => (json(reply)['order'] as { id: string }).id;
const place = async (buyer: Buyer): Promise<string> =>
  idOf(await buyer.buy(purchaseOf(buyer.sub), crypto.randomUUID()));

/** A device that holds only what the feed sent. */
class Device {
  epoch: string | undefined;
  since = 0;
  readonly orders = new Map<string, AdminOrder>();

  /** Pulls one page; returns whether there are more. */
  async pull(context: AppContext, pageSize: number): Promise<boolean> {
    const page = await readAdminOrderChanges(context.history, { epoch: this.epoch, since: this.since }, pageSize);
    if (page.epoch !== this.epoch) this.orders.clear();
    this.epoch = page.epoch;
    this.since = page.seq;
    for (const order of page.orders) this.orders.set(order.id, order);
    for (const id of page.hidden) this.orders.delete(id);
    return page.more;
  }
}

const truth = async (): Promise<AdminOrder[]> =>
  (await listAllOrders(app.context.database.reader, { after: undefined, limit: 1_000 })).map(presentAdminOrder);
const byId = (orders: Iterable<AdminOrder>): AdminOrder[] => [...orders].toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('the administrators’ order feed', () => {
  it('has no gap, whatever happens between two pages, in this or another process', async () => {
    const other = await createAppContext(app.context.config);
    const contexts = [app.context, other];
    const ids = await Promise.all(Array.from({ length: 3 }, (_, index) => place(buyers[index % 2 === 0 ? 0 : 1])));
    const device = new Device();

    const change = async ({ trx }: { trx: 0 | 1 }, index: number, kind: string): Promise<void> => {
      const { write, stock, now } = contexts[trx] ?? app.context;
      const changes = createOrderChanges({ mails: NO_MAILS, stock, now, enqueuePush: NO_PUSH });
      await write(async (unit) => {
        const order = await findOrder(unit.trx, ids[index % ids.length] ?? '');
        if (!order) throw new Error('order not found');
        if (kind === 'hide') await changes.update(unit, order, { admin_hidden_at: now() });
        else if (kind === 'flag') await changes.flagForAttention(unit, order, ['overpaid']);
        else await changes.setShipment(unit, order, { shipped: 1, postal_service: kind, tracking_number: '' });
      });
    };

    const step = fc.oneof(
      fc.record({ pull: fc.integer({ min: 1, max: 3 }) }),
      fc.record({
        trx: fc.constantFrom(0 as const, 1 as const),
        index: fc.nat(20),
        kind: fc.constantFrom('hide', 'flag', 'Post', 'Courier'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        // Writes continue while pages are read.
        const running: Promise<unknown>[] = [];
        for (const one of steps) {
          if ('pull' in one) await device.pull(app.context, one.pull);
          else running.push(change(one, one.index, one.kind));
        }
        await Promise.all(running);
        while (await device.pull(app.context, 2));
        expect(byId(device.orders.values())).toEqual(byId(await truth()));
      }),
      property(30),
    );
    await other.close();
  });

  it('contains only the last state of each order, in order of change', async () => {
    const first = await place(buyers[0]);
    const second = await place(buyers[1]);
    await admin.call('PATCH', `/api/admin-purchases/${first}/shipped`, {
      shipped: true,
      postal_service: 'Post',
      tracking_number: '1',
      force: true,
    });
    const reply = json(await admin.call('GET', '/api/admin-purchases/changes?since=0'));
    expect(reply).toMatchObject({ more: false, hidden: [], orders: [{ id: second }, { id: first, shipped: true }] });
    const { epoch, seq } = reply;
    expect(json(await admin.call('GET', `/api/admin-purchases/changes?epoch=${epoch}&since=${seq}`))).toMatchObject({
      seq,
      orders: [],
    });
  });

  it('starts over for a cursor of another epoch or from the future', async () => {
    const id = await place(buyers[0]);
    const { epoch, seq } = json(await admin.call('GET', '/api/admin-purchases/changes?since=0'));
    for (const query of [`since=${seq}`, `epoch=other&since=${seq}`, `epoch=${epoch}&since=${Number(seq) + 1}`]) {
      const reply = json(await admin.call('GET', `/api/admin-purchases/changes?${query}`));
      expect(reply).toMatchObject({ epoch, seq, orders: [{ id }] });
    }
  });

  it('rejects a malformed cursor', async () => {
    for (const query of ['', 'since=-1', 'since=x', 'since=1e3', 'since=1&limit=5']) {
      expect((await admin.call('GET', `/api/admin-purchases/changes?${query}`)).status).toBe(400);
    }
  });
});
