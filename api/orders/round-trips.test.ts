import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CAMERA_ID, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { POSTGRES_MISSING, startPostgresServer } from '../testing/databases/postgres-server.ts';
import type { PostgresServer } from '../testing/databases/postgres-server.ts';

const HOUR_MS = 3_600_000;

interface WireConnection {
  bind(message: { readonly statement: string }): void;
  sync(): void;
}

/** Counts the round trips of each transaction, in the order of their ends, until all spies are restored. */
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
  let app: TestApp;
  beforeAll(async () => {
    server = await startPostgresServer();
    app = await startOrderApp(10, {
      env: { DATABASE_URL: server.url },
      orderingTimes: { jobIntervalMs: HOUR_MS, pollIntervalMs: HOUR_MS },
      snapshotTimes: { settleMs: HOUR_MS, longestBurstMs: HOUR_MS, quietMs: HOUR_MS },
    });
    await app.server.snapshots.build();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await app.stop();
    await server.stop();
  });

  it('takes few round trips: its number, its row and its commit are one, and so are its invoice and its payment page', async () => {
    const alice = await signInBuyer(app, 'alice');
    // What the first order of a process does once.
    await alice.buy(undefined, 'first');
    const counts = countTrips();
    expect((await alice.buy(undefined, 'direct')).status).toBe(200);
    expect(counts).toEqual([3, 1, 1]);
    const line = { google_id: alice.sub, product_id: CAMERA_ID, condition: 'good', quantity: 1 };
    await alice.call('POST', '/api/cart', line);
    counts.splice(0);
    expect((await alice.buy(undefined, 'cart')).status).toBe(200);
    expect(counts).toEqual([4, 1, 1]);
  });
});
