import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createBuyer, readStock, stockCameras } from '../testing/apps/order-app.ts';
import { startCluster } from '../testing/cluster/cluster.ts';
import type { Cluster, Node } from '../testing/cluster/cluster.ts';
import { POSTGRES_MISSING } from '../testing/databases/postgres-server.ts';
import { FAKE_TIME_ENV, FAKE_TIME_MISSING } from '../testing/processes/fake-time.ts';
import type { SignedInBuyer } from '../testing/processes/shop-folder.ts';
import { nowPaymentsEnv, startFakeNowPayments } from './testing/fake-nowpayments.ts';
import type { FakeProvider } from './testing/fake-provider.ts';

/** An attempt belongs to its node for this long plus two seconds, which is less than the clocks differ. */
const TIMEOUT_S = 15;
/** Within this time a node takes over the background work of one that died, and looks for orders without an invoice. */
const TAKE_OVER_MS = 9_000;
const CLOCKS = ['-12', '+12'] as const;

let provider: FakeProvider;
let cluster: Cluster;
afterEach(async () => {
  await cluster.stop();
  await provider.close();
});

/** Returns the time that a node's own clock shows. */
const readTime = async ({ url }: Node): Promise<number> =>
  Date.parse((await fetch(`${url}/healthz`)).headers.get('date') ?? '');

const missing = POSTGRES_MISSING ?? FAKE_TIME_MISSING;

describe.skipIf(missing !== undefined)('two nodes whose clocks differ by 24 seconds', { timeout: 60_000 }, () => {
  it('[fault 20] make one invoice for an order whose node dies: the time of the database decides', async () => {
    provider = await startFakeNowPayments();
    cluster = await startCluster({
      nodes: CLOCKS.length,
      hasRedis: false,
      env: { ...nowPaymentsEnv(provider), PAYMENT_TIMEOUT: String(TIMEOUT_S) },
      envOf: (node) => ({ ...FAKE_TIME_ENV, FAKETIME: CLOCKS[node] ?? '' }),
    });
    const [early, late] = cluster.nodes as [Node, Node];
    expect((await readTime(late)) - (await readTime(early))).toBeGreaterThan(20_000);
    await stockCameras(cluster, 1);
    const [buyer] = (await cluster.addBuyers(1)) as [SignedInBuyer];
    const asked = Promise.withResolvers<void>();
    // The node dies before it has the answer.
    provider.behaviour.beforeAnswer = async () => {
      asked.resolve();
      await early.kill();
    };

    const bought = createBuyer(early.url, buyer.sub, buyer.headers).buy();
    bought.catch(() => undefined);
    await asked.promise;
    await delay(TAKE_OVER_MS);
    expect(provider.invoices).toHaveLength(1);
    const held = { available: 0, reserved: 1, sold: 0 };
    expect(await readStock(cluster)).toEqual({ counters: held, ledger: held });
  });
});
