import { afterEach, expect, it, vi } from 'vitest';
import type { Problem } from '#contract/http/errors.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import { generateProducts } from '../../testing/generate-products.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp, TestAppOptions } from '../../testing/apps/test-app.ts';
import { runQueriesOnThread } from './query-thread.ts';

const PARALLEL_MISSES = 64;

let app: TestApp;
afterEach(() => app.stop());

/** Starts a server behind one proxy whose queries run on threads, as in production. */
async function startShop(products: number, options: TestAppOptions = {}): Promise<void> {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '1' }, runQueries: runQueriesOnThread, ...options });
  await app.context.products.saveProducts('pc', [...generateProducts(products)]);
}

const from = (network: number): string => `198.51.100.${network}`;

const get = (path: string, network = 1): Promise<Response> =>
  fetch(app.url + path, { headers: { 'x-forwarded-for': from(network) } });

const missOf = (number: number): string => `/api/sync/pc/browse?sort=rating&search=a&priceTo=${9_000_000 - number}`;

const statusesOf = (replies: readonly Response[]): number[] => replies.map(({ status }) => status);

/** Changes a title without a new version of the shop: only a response that is built again shows it. */
const retitle = (title: string) => app.context.database.writer.updateTable('product').set({ title }).execute();

it.each([
  [
    '/api/products/1?shop=pc',
    ['/api/products/1?shop=pc&&&', '/api/products/1?&shop=p%63', '/api/products/%31?shop=pc'],
  ],
  [
    '/api/sync/pc/browse?search=acme&sort=rating',
    [
      '/api/sync/pc/browse?sort=rating&search=acme',
      '/api/sync/pc/browse?search=ACME&sort=rating&page=1',
      '/api/sync/pc/browse?search=acme&&sort=rating&page=1',
      '/api/sync/p%63/browse?search=%61cme&sort=rating',
    ],
  ],
])('[READ2] every spelling of a call shares one response: %s', async (path, spellings) => {
  await startShop(20);
  const built = await (await get(path)).text();
  await retitle('Rebuilt');
  for (const spelling of spellings) expect(await (await get(spelling)).text()).toBe(built);
});

it.each([
  ['searches', missOf],
  ['product lists', (number: number) => `/api/products?shop=${SHOP_KEYS[number % SHOP_KEYS.length]}`],
  ['overviews', (number: number) => `/api/sync/${SHOP_KEYS[number % SHOP_KEYS.length]}/overview?sort=priceAsc`],
])('[READ3] the main thread runs no query for 64 parallel misses: %s', async (_name, pathOf) => {
  await startShop(500);
  const query = vi.spyOn(app.context.database.reader, 'selectFrom');
  const misses = Array.from({ length: PARALLEL_MISSES }, (_, number) => get(pathOf(number), number));
  expect((await get('/healthz')).status).toBe(200);
  expect(new Set(statusesOf(await Promise.all(misses)))).toEqual(new Set([200]));
  // Not counted: a background job that looks for unused images.
  const isCatalogue = ([table]: readonly unknown[]) =>
    String(table).startsWith('product') && table !== 'product_picture';
  expect(query.mock.calls.filter(isCatalogue)).toEqual([]);
});

it('[READ3] beyond the cap of waiting misses a call gets 503 with Retry-After, and works later', async () => {
  await startShop(2_000, { misses: { maxWaiting: 4 } });
  const replies = await Promise.all(Array.from({ length: 40 }, (_, number) => get(missOf(number), number)));
  const rejected = replies.filter(({ status }) => status !== 200);
  expect(rejected.length).toBeGreaterThan(20);
  for (const reply of rejected) {
    expect([reply.status, Number(reply.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(((await reply.json()) as Problem).code).toBe('not-ready');
  }
  expect((await get(missOf(99))).status).toBe(200);
});

it('[READ3] a network that has used up its budget gets 429, except for cached responses; other networks do not', async () => {
  await startShop(200, { misses: { budget: { burst: 1, perSecond: 0.001 } } });
  expect((await get(missOf(1))).status).toBe(200);
  const rejected = await get(missOf(2));
  expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await get(missOf(1))).status).toBe(200);
  expect((await get(missOf(2), 2)).status).toBe(200);
});
