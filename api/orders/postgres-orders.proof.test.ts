import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BusEvent } from '../storage/events/event-bus.ts';
import { CAMERA_ID, readStock, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json } from '../testing/clients/send.ts';
import { openCommitLine } from '../testing/network/commit-line.ts';
import type { CommitLine } from '../testing/network/commit-line.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../testing/databases/postgres-server.ts';

const HOUR_MS = 3_600_000;

interface WireConnection {
  bind(message: { readonly statement: string }): void;
  sync(): void;
}

/** Counts the round trips of each transaction, until all spies are restored. The counts are in the order in which the transactions end. */
function countTrips(): number[] {
  const wire = pg.Connection.prototype as unknown as WireConnection;
  const { bind, sync } = wire;
  const counts: number[] = [];
  const open = new Map<WireConnection, number>();
  const ending = new Set<WireConnection>();
  vi.spyOn(wire, 'bind').mockImplementation(function (this: WireConnection, message) {
    if (message.statement.endsWith(' begin')) open.set(this, 0);
    if (message.statement.endsWith(' commit')) ending.add(this);
    bind.call(this, message);
  });
  vi.spyOn(wire, 'sync').mockImplementation(function (this: WireConnection) {
    const trips = open.get(this);
    if (trips !== undefined) open.set(this, trips + 1);
    if (trips !== undefined && ending.delete(this)) {
      counts.push(trips + 1);
      open.delete(this);
    }
    sync.call(this);
  });
  return counts;
}

describe.skipIf(POSTGRES_MISSING !== undefined)('an order on PostgreSQL', () => {
  let server: PostgresServer;
  let line: CommitLine;
  let app: TestApp;
  let events: BusEvent[];
  beforeAll(async () => {
    server = await startPostgresServer();
    line = await openCommitLine(server.url);
    app = await startOrderApp(10, {
      env: { DATABASE_URL: line.url },
      orderingTimes: { jobIntervalMs: HOUR_MS, pollIntervalMs: HOUR_MS },
      snapshotTimes: { settleMs: HOUR_MS, longestBurstMs: HOUR_MS, quietMs: HOUR_MS },
    });
    await app.server.snapshots.build();
    app.context.bus.subscribe((event) => events.push(event));
  });
  beforeEach(() => {
    events = [];
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await app.stop();
    await line.close();
    await server.stop();
  });

  it('takes few round trips: one for its number, row and commit, one for its invoice and one for its payment page', async () => {
    const alice = await signInBuyer(app, 'alice');
    // The first order of a process does some work that the others need not repeat.
    await alice.buy(undefined, 'first');
    const counts = countTrips();
    expect((await alice.buy(undefined, 'direct')).status).toBe(200);
    expect(counts).toEqual([3, 1, 1]);
    const cartLine = { google_id: alice.sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 };
    await alice.call('POST', '/api/cart', cartLine);
    counts.splice(0);
    expect((await alice.buy(undefined, 'cart')).status).toBe(200);
    expect(counts).toEqual([4, 1, 1]);
  });

  const numbersOf = (type: 'orders-changed' | 'admin-orders-changed' | 'cart-changed'): number[] =>
    events.flatMap((event) => (event.type === type ? [event.seq] : []));

  it.each([
    ['it is placed', 0, 1],
    ['its invoice is made', 1, 2],
    // The repeated unit changes nothing, so the number of the page's change stays unknown.
    ['its payment page is stored', 2, 1],
  ])(
    'is complete and exists once, and only known numbers are published, when the commit by which %s gets no answer',
    async (_what, passing, told) => {
      const buyer = await signInBuyer(app, ['bob', 'carol', 'dave'][passing] ?? '');
      const before = (await readStock(app)).counters.available;
      const breaks = line.breaks;
      Object.assign(line, { next: 'after', passing });
      const reply = await buyer.buy(undefined, 'key');
      expect([reply.status, line.breaks - breaks]).toEqual([200, 1]);
      const orders = await buyer.orders();
      expect(orders).toMatchObject([{ payment_status: 'waiting', invoice_url: json(reply)['payment_url'] }]);
      // The order has the page of the stored invoice.
      const { reader } = app.context.database;
      const { id } = orders[0] ?? {};
      const order = await reader.selectFrom('purchase').select('payment_id').where('id', '=', String(id)).execute();
      const invoice = await reader.selectFrom('demo_invoice').select('id').where('order_id', '=', String(id)).execute();
      expect(order).toEqual([{ payment_id: invoice[0]?.id }]);
      expect((await readStock(app)).counters.available).toBe(before - 1);
      expect([numbersOf('orders-changed').length, numbersOf('admin-orders-changed').length]).toEqual([told, told]);
      expect((await buyer.buy(undefined, 'key')).body).toEqual(reply.body);
    },
  );
});
