import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BucketStore } from '../../limits/buckets.ts';
import { createMemoryBucketStore } from '../../limits/memory-buckets.ts';
import { openBucketStore } from '../../limits/open-bucket-store.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { createRedisServer, REDIS_MISSING } from '../../testing/databases/redis-server.ts';
import { createViewCounter } from './view-counter.ts';

const HOUR_MS = 3_600_000;
const LAMP = { title: 'Lamp', main_category: 'Lighting', category: 'Lamps', price: '20', availability: 'YES' } as const;

let app: TestApp;
let clockMs = Date.now();

beforeEach(async () => {
  app = await startTestApp();
  await app.context.products.saveProducts(
    'pc',
    [1, 2].map((id) => ({ id, fields: LAMP })),
  );
});
afterEach(() => app.stop());

const openCounter = (buckets: BucketStore) => createViewCounter({ ...app.context, buckets, now: () => clockMs });
const readViews = async (): Promise<[number, number][]> => {
  const rows = await app.context.database.reader
    .selectFrom('product_view')
    .select(['product_id', 'count'])
    .where('shop', '=', 'pc')
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id, count }) => [product_id, count]);
};

it('a visitor counts once per product within half an hour', async () => {
  const views = openCounter(createMemoryBucketStore(() => clockMs));
  views.record('pc', 1, '203.0.113.7');
  views.record('pc', 1, '203.0.113.7');
  views.record('pc', 1, '203.0.113.8');
  views.record('pc', 2, '203.0.113.7');
  await views.close();
  expect(await readViews()).toEqual([
    [1, 2],
    [2, 1],
  ]);
  clockMs += HOUR_MS;
  views.record('pc', 1, '203.0.113.7');
  await views.close();
  expect((await readViews())[0]).toEqual([1, 3]);
});

it('a visitor whose requests reach several nodes counts once', async ({ skip }) => {
  if (REDIS_MISSING !== undefined) return skip(REDIS_MISSING);
  const redis = await createRedisServer();
  await redis.start();
  const open = () => openBucketStore({ url: redis.url, shopKey: 'shop' }, Buffer.from('key'), () => clockMs);
  const stores = await Promise.all([open(), open(), open()]);
  for (const store of stores) {
    const probe = store.open('probe', { burst: 1e6, perSecond: 1 });
    await expect.poll(() => probe.take('probe') instanceof Promise).toBe(true);
  }
  const nodes = stores.map(openCounter);
  for (const node of nodes) {
    node.record('pc', 1, '203.0.113.7');
    node.record('pc', 1, '203.0.113.8');
  }
  await Promise.all(nodes.map((node) => node.close()));
  expect(await readViews()).toEqual([[1, 2]]);
  for (const store of stores) store.close();
  await redis.kill();
});
