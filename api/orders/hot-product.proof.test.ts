import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productLane } from '../storage/lanes.ts';
import { CAMERA_ID, createBuyer, purchaseOf, readStock, stockCameras } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import { startTwoNodes } from '../testing/apps/two-nodes.ts';
import type { TwoNodes } from '../testing/apps/two-nodes.ts';
import { send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { POSTGRES_MISSING } from '../testing/databases/postgres-server.ts';

const BUYERS = 50;
const OTHER_ID = 2;
/** Less than the time after which the database gives up a wait for a lock. */
const PROMPT_MS = 3_000;

describe.skipIf(POSTGRES_MISSING !== undefined)('a product that many buy at once', () => {
  let two: TwoNodes;
  beforeAll(async () => {
    two = await startTwoNodes();
    await stockCameras(two.nodes[0], BUYERS);
    await stockCameras(two.nodes[0], 1, OTHER_ID);
  });
  afterAll(() => two.stop());

  /** Holds a product's lane at the other node, as a slow order of the product does. */
  async function holdLane(id: number): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const unit = two.nodes[1].context.write(
      async ({ trx }) => {
        await trx.selectFrom('meta').select('key').execute();
        held.resolve();
        await released.promise;
      },
      [productLane('ayz', id)],
    );
    await held.promise;
    return async () => {
      released.resolve();
      await unit;
    };
  }

  it('[UNIT5] leaves the connections of a node to reads and to orders of other products', async () => {
    const [node] = two.nodes;
    const buyers: Buyer[] = [];
    for (let number = 0; number <= BUYERS; number += 1) {
      const { sub, headers } = await signIn(node, `buyer${number}`);
      buyers.push(createBuyer(node.url, sub, headers));
    }
    const [other, ...crowd] = buyers as [Buyer, ...Buyer[]];
    const release = await holdLane(CAMERA_ID);
    const buying = Promise.all(crowd.map((buyer) => buyer.buy(undefined, buyer.sub)));
    await delay(300);

    const startMs = performance.now();
    const list = await send(node.url, '/api/products?shop=ayz');
    const orders = await other.orders();
    const bought = other.buy({ ...purchaseOf(other.sub), product_id: OTHER_ID }, other.sub);
    const status = await Promise.race([bought.then((reply) => reply.status), delay(PROMPT_MS, 'too late')]);
    const tookMs = performance.now() - startMs;
    await release();
    expect([list.status, orders, status]).toEqual([200, [], 200]);
    expect(tookMs).toBeLessThan(PROMPT_MS);

    expect((await buying).map((reply) => reply.status)).toEqual(Array(BUYERS).fill(200));
    const held = { available: 0, reserved: BUYERS, sold: 0 };
    expect(await readStock(node)).toEqual({ counters: held, ledger: held });
  });
});
