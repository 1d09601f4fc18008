import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPageApp } from './testing/apps/page-app.ts';
import type { PageApp } from './testing/apps/page-app.ts';
import { openEventSocket } from './testing/clients/event-socket.ts';
import { json, send } from './testing/clients/send.ts';
import { startTestApp } from './testing/apps/test-app.ts';

let app: PageApp;
const get = (path: string, headers: Record<string, string> = {}) => send(app.url, path, { headers });

beforeAll(async () => {
  app = await startPageApp();
});
afterAll(() => app.stop());

describe('headers', () => {
  it.each([
    '/',
    '/pcshop',
    '/nowhere',
    '/assets/index-abc123.js',
    '/icons/icon.svg',
    '/service-worker.js',
    '/api/products?shop=pc',
    '/api/nope',
    '/api/sync/pc/manifest',
    '/healthz',
    '/readyz',
    '/images/PCProducts/1/1.webp',
    '/images/nope',
  ])('of %s forbid sniffing and do not name the program', async (path) => {
    const { headers } = await get(path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['cache-control']).toBeDefined();
  });

  it('give the page a policy without inline scripts, other origins or unchecked script URLs', async () => {
    for (const path of ['/', '/pcshop?product=1', '/chat/12', '/nowhere']) {
      const policy = (await get(path)).headers['content-security-policy'];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toContain('trusted-types hexlime');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
    expect((await get('/')).headers).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-frame-options': 'DENY',
    });
  });

  it('name the public origin and its sockets when it is known, and require https there', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://shop.example/', PAGE_DIR: app.pageDir } });
    try {
      const { headers } = await send(secure.url, '/');
      expect(headers['content-security-policy']).toContain("connect-src 'self' wss://shop.example");
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
    } finally {
      await secure.stop();
    }
  });
});

describe('calls', () => {
  it('list ids, times and image counts with the cursor of the next page', async () => {
    expect(json(await get('/api/products?shop=pc'))).toEqual({
      epoch: app.context.states.epoch,
      seq: 2,
      categories: { mainCategories: ['Air', 'Light'], categoryMap: { Air: ['Desk'], Light: ['Desk'] } },
      products: [
        { id: 1, updated_at: expect.any(String), imagecount: 0 },
        { id: 2, updated_at: expect.any(String), imagecount: 0 },
      ],
    });
    expect(json(await get('/api/products'))).toMatchObject({ products: [] });
  });

  it('return several products and the ids of those that do not exist', async () => {
    const reply = await send(app.url, '/api/products/batch?shop=pc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ids":[2,1,77,2]}',
    });
    const { products, missing } = json(reply) as { products: { id: number }[]; missing: number[] };
    expect([products.map(({ id }) => id), missing]).toEqual([[1, 2], [77]]);
  });

  it('return a change at once, though the previous response was cached', async () => {
    expect(json(await get('/api/products/2?shop=pc'))).toMatchObject({ title: 'Fan', rate: 0 });
    await app.context.products.saveProducts('pc', [{ id: 2, fields: { rate: 4 } }]);
    expect(json(await get('/api/products/2?shop=pc'))).toMatchObject({ title: 'Fan', rate: 4 });
  });

  it('count a view once per visitor and product', async () => {
    const view = () =>
      send(app.url, '/api/products/1/view?shop=pc', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
    for (let visit = 0; visit < 5; visit++) expect((await view()).status).toBe(204);
    await expect.poll(async () => json(await get('/api/products/1?shop=pc'))['view_count']).toBe(1);
    const state = app.context.states.get('pc');
    expect([state.viewsSeq, state.seq]).toEqual([1, 3]);
  });
});

it('a caller above the rate limit receives the time to retry', async () => {
  const strict = await startTestApp({
    rates: { read: { burst: 3, perSecond: 0.5 }, write: { burst: 1, perSecond: 1 } },
  });
  try {
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) statuses.push((await send(strict.url, '/healthz')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const rejected = await send(strict.url, '/healthz');
    expect([rejected.headers['retry-after'], json(rejected)['retryAfter'], json(rejected)['code']]).toEqual([
      '2',
      2,
      'too-many-requests',
    ]);
    expect((await send(strict.url, '/api/sync/pc/browse')).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

it('a stopping server finishes requests in flight and accepts no new ones', async () => {
  const stopping = await startTestApp();
  const body = '{"ids":[1]}';
  const { hostname, port } = new URL(stopping.url);
  const slow = new Promise<number>((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        path: '/api/products/batch?shop=pc',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      },
      (response) => resolve(response.resume().statusCode ?? 0),
    );
    outgoing.on('error', reject);
    outgoing.write(body.slice(0, 4));
    setTimeout(() => outgoing.end(body.slice(4)), 400);
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  const stopped = stopping.stop();
  expect(await slow).toBe(200);
  await stopped;
  await expect(send(stopping.url, '/healthz')).rejects.toThrow(/ECONNREFUSED/);
});

it('a stopping server reports that it is not ready before it stops listening', async () => {
  const stopping = await startTestApp({ env: { STOP_DELAY: '2' } });
  const stopped = stopping.stop();
  const reply = await send(stopping.url, '/readyz');
  expect([reply.status, json(reply)['code']]).toEqual([503, 'not-ready']);
  const last = await send(stopping.url, '/healthz');
  // A balancer opens its next connection elsewhere.
  expect([last.status, last.headers['connection']]).toEqual([200, 'close']);
  await stopped;
});

it('a stopping server closes its sockets one after the other, and accepts no more', async () => {
  const stopping = await startTestApp({ env: { STOP_DELAY: '0.6' } });
  const sockets = await Promise.all(Array.from({ length: 10 }, () => openEventSocket(stopping.url, {})));
  const startMs = performance.now();
  const stopped = stopping.stop();
  const closings = await Promise.all(
    sockets.map(async ({ closed }, index) => {
      if (index === 0) await expect(openEventSocket(stopping.url, {})).rejects.toThrow('503');
      expect(await closed).toBe(1012);
      return performance.now() - startMs;
    }),
  );
  expect(Math.max(...closings) - Math.min(...closings)).toBeGreaterThan(300);
  await stopped;
});
