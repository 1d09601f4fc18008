import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHOPS } from '#contract/shops.ts';
import { makePage } from '../testing/make-page.ts';
import { send } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createSitemap } from './sitemap.ts';

let folder: string;
let app: TestApp;
const read = async (path: string) => (await send(app.url, path)).body.toString();
const locations = (xml: string): string[] => Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, loc = '']) => loc);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-sitemap-'));
  const page = await makePage(join(folder, 'page'));
  app = await startTestApp({ dataDir: folder, env: { PAGE_DIR: page, PUBLIC_URL: 'https://shop.example' } });
  await app.context.products.saveProducts('ayz', [
    { id: 7, fields: { title: 'A', main_category: 'M & N', category: 'C' } },
    { id: 9, fields: { title: 'B', main_category: 'M & N', category: 'D' } },
  ]);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

it('robots.txt keeps crawlers out of personal and administrators’ screens', async () => {
  const reply = await send(app.url, '/robots.txt');
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = reply.body.toString();
  expect(text).toContain('Sitemap: https://shop.example/sitemap.xml\n');
  const closed = Array.from(text.matchAll(/^Disallow: (.+)$/gm), ([, path = '']) => path);
  const isClosed = (path: string) => closed.some((prefix) => path.startsWith(prefix));
  for (const { path, adminPath } of SHOPS) expect([isClosed(path), isClosed(adminPath)]).toEqual([false, true]);
  for (const path of ['/account', '/chats', '/chat/1', '/orders', '/api/login', '/success', '/cancel'])
    expect(isClosed(path)).toBe(true);
  for (const path of ['/assets/a.js', '/images/PCProducts/1/1.webp', '/pcshop?product=1'])
    expect(isClosed(path)).toBe(false);
});

it('the sitemap lists a part for every shop', async () => {
  const reply = await send(app.url, '/sitemap.xml');
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(locations(reply.body.toString())).toEqual(SHOPS.map(({ key }) => `https://shop.example/sitemap-${key}-1.xml`));
});

it('a part lists the shop, its categories and every product with its time', async () => {
  const xml = await read('/sitemap-ayz-1.xml');
  expect(locations(xml)).toEqual([
    'https://shop.example/',
    'https://shop.example/?main=M+%26+N',
    'https://shop.example/?main=M+%26+N&amp;category=C',
    'https://shop.example/?main=M+%26+N&amp;category=D',
    'https://shop.example/?product=7',
    'https://shop.example/?product=9',
  ]);
  expect(xml.match(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z<\/lastmod>/g)).toHaveLength(2);
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
});

it('a part follows the changes of the catalogue', async () => {
  await app.context.products.saveProducts('ayz', [
    { id: 8, fields: { title: 'New', main_category: 'X', category: 'Y' } },
  ]);
  const xml = await read('/sitemap-ayz-1.xml');
  expect(locations(xml)).toContain('https://shop.example/?product=8');
  expect(locations(xml)).toContain('https://shop.example/?main=X');
});

it('the part of an empty shop lists the shop alone', async () => {
  expect(locations(await read('/sitemap-smart-1.xml'))).toEqual(['https://shop.example/smartshop']);
});

it.each(['/sitemap-pc-0.xml', '/sitemap-pc-2.xml', '/sitemap-nope-1.xml', '/sitemap-pc-1.xml.gz', '/sitemap-pc.xml'])(
  '%s does not exist',
  async (path) => {
    expect((await send(app.url, path)).status).toBe(404);
  },
);

it('every product of a large shop is in exactly one part', async () => {
  const { context } = app;
  const ids = Array.from({ length: 45 }, (_, index) => index * 3 + 1);
  await context.products.saveProducts(
    'pc',
    ids.map((id) => ({ id, fields: { title: `Part ${id}`, main_category: 'M', category: 'C' } })),
  );
  const small = createSitemap(
    {
      ...context,
      renderer: { addressOf: ({ productId, state }) => `/${productId ?? state.mainCategory}` },
      limiter: { take: () => undefined },
      onRejected: () => undefined,
      trustedProxies: 0,
      getOrigin: () => '',
    },
    { productsPerPart: 20, productsPerStep: 5 },
  );
  const server = createServer((request, response) => {
    if (!small.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const index = (await send(url, '/sitemap.xml')).body.toString();
    const parts = locations(index).filter((path) => path.includes('-pc-'));
    expect(parts).toEqual(['/sitemap-pc-1.xml', '/sitemap-pc-2.xml', '/sitemap-pc-3.xml']);
    const products = [];
    for (const part of parts) products.push(locations((await send(url, part)).body.toString()));
    expect(products.map((list) => list.length)).toEqual([23, 20, 5]);
    expect(products.flat().slice(3)).toEqual(ids.map((id) => `/${id}`));
    expect((await send(url, '/sitemap-pc-4.xml')).status).toBe(404);
  } finally {
    server.close();
  }
});

it('no part is built beyond the rate limit', async () => {
  const strict = await startTestApp({
    dataDir: await mkdtemp(join(folder, 'strict-')),
    env: { PAGE_DIR: join(folder, 'page') },
    rates: { read: { burst: 1, perSecond: 0.01 }, write: { burst: 1, perSecond: 1 } },
  });
  try {
    const statuses = [];
    for (const shop of ['pc', 'ayz', 'pc']) statuses.push((await send(strict.url, `/sitemap-${shop}-1.xml`)).status);
    expect(statuses).toEqual([200, 429, 200]);
  } finally {
    await strict.stop();
  }
});
