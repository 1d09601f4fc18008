import { openTestContext } from '../testing/apps/test-context.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '#api/app-context.ts';
import { imagePath } from '#api/images/image-paths.ts';
import { ORDER_STATUSES } from '#contract/orders/order-status.ts';
import { readDemoCatalogue } from './demo-catalogue.ts';
import { seedChats } from './demo-chats.ts';
import { DEMO_ORDERS } from './demo-order-list.ts';
import { seedOrders } from './demo-orders.ts';
import { storeSeedState } from './seed-state.repository.ts';

const DAY_MS = 86_400_000;

let folder: string;
let context: AppContext;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-seed-'));
  context = await openTestContext(folder, { DEMO: '1' });
});
afterEach(async () => {
  await context.close();
  await rm(folder, { recursive: true, force: true });
});

/** Adds the demo catalogue with no images but those of the chats, and the demo's users. */
async function prepare(): Promise<void> {
  const catalogue = await readDemoCatalogue('ayz');
  await context.products.saveProducts('ayz', catalogue.map(({ fields }, index) => ({ id: index + 1, fields }))); // prettier-ignore
  const image = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#4f7f00' } })
    .webp()
    .toBuffer();
  for (const id of [1, 6, 13]) await context.blobs.put(imagePath('ayz', id, 1), image);
  await storeSeedState(context.database, 'ayz', 'done');
  await seedChats(context);
}

const listOrders = () => context.database.reader.selectFrom('purchase').selectAll().orderBy('created_at').execute();

test('demo orders cover every status and the past weeks, and are added once', async () => {
  await prepare();
  const startMs = Date.now();
  await seedOrders(context);
  const orders = await listOrders();
  await seedOrders(context);
  expect(await listOrders()).toEqual(orders);
  // The order that waits for its payment is still `creating`: the server makes its payment page later.
  const states = new Set(orders.map(({ status }) => (status === 'creating' ? 'waiting' : status)));
  expect([...states].sort()).toEqual(ORDER_STATUSES.filter((status) => status !== 'creating').toSorted());
  expect(
    new Set(orders.map(({ created_at }) => Math.floor((startMs - created_at) / (7 * DAY_MS)))).size,
  ).toBeGreaterThan(4);
  const paid = orders.filter(({ status }) => status === 'finished');
  expect(paid.some(({ shipped }) => shipped === 0)).toBe(true);
  for (const { created_at, paid_at, sent_at, shipped } of paid) {
    expect(paid_at).toBeGreaterThan(created_at);
    if (shipped === 1) expect(sent_at).toBeGreaterThan(paid_at ?? 0);
    expect(Math.max(paid_at ?? 0, sent_at ?? 0)).toBeLessThan(startMs);
  }
  const { low } = await context.database.reader
    .selectFrom('product_condition')
    .select((eb) => eb.fn.countAll<number>().as('low'))
    .where('shop', '=', 'ayz')
    .where('quantity', '=', 1)
    .executeTakeFirstOrThrow();
  expect(Number(low)).toBeGreaterThan(0);
});

test('an interrupted run is completed by the next one, without placing any order twice', async () => {
  await prepare();
  let writes = 0;
  const write: AppContext['write'] = (run) =>
    ++writes > 20 ? Promise.reject(new Error('power cut')) : context.write(run);
  await expect(seedOrders({ ...context, write })).rejects.toThrow('power cut');
  await seedOrders(context);
  const orders = await listOrders();
  expect(orders).toHaveLength(DEMO_ORDERS.length);
  expect(new Set(orders.map(({ status }) => status)).size).toBe(ORDER_STATUSES.length - 1);
});

test('no orders are added with another payment provider or before the chats', async () => {
  await seedOrders(context);
  await prepare();
  const payments = { ...context.config.payments, provider: { name: 'none' } as const };
  await seedOrders({ ...context, config: { ...context.config, payments } });
  expect(await listOrders()).toEqual([]);
});
