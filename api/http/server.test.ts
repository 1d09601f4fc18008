import { request as httpRequest } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { json, send } from '../testing/send.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestApp } from '../testing/test-app.ts';

const SCRIPT = `console.log("${'x'.repeat(5_000)}");`;

let folder: string;
let app: TestApp;
const get = (path: string, headers: Record<string, string> = {}) => send(app.url, path, { headers });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-http-'));
  const page = join(folder, 'page');
  await mkdir(join(page, 'assets'), { recursive: true });
  await mkdir(join(page, 'icons'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html><title>Hexlime</title>');
  await writeFile(join(page, 'assets', 'index-abc123.js'), SCRIPT);
  await writeFile(join(page, 'icons', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(page, 'service-worker.js'), 'self.skipWaiting();');
  await writeFile(join(page, 'releases.json'), '[]');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  app = await startTestApp({ dataDir: folder, env: { PAGE_DIR: page } });
  await app.context.products.saveProducts('pc', [
    { fields: { title: 'Lamp', main_category: 'Light', category: 'Desk', price: '9.99' } },
    { fields: { title: 'Fan', main_category: 'Air', category: 'Desk' } },
  ]);
  await app.context.blobs.put('PCProducts/1/1.webp', Buffer.from('picture'));
  await app.context.blobs.put('PCProducts/1/preview/1.webp', Buffer.from('preview'));
  await app.server.snapshots.build();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('bad input', () => {
  it.each([
    ['GET', '/api/products?shop=nope', 400, 'unknown-shop'],
    ['GET', '/api/products?shop=', 400, 'unknown-shop'],
    ['GET', '/api/products?shop=../etc', 400, 'unknown-shop'],
    ['GET', '/api/products?shop=pc&shop=ayz', 400, 'bad-request'],
    ['GET', '/api/products?shop=pc&extra=1', 400, 'bad-request'],
    ['GET', '/api/categories?shop=PC', 400, 'unknown-shop'],
    ['GET', '/api/sync/nope/changes?epoch=a&since=0', 400, 'unknown-shop'],
    ['GET', '/api/sync/__proto__/manifest', 400, 'unknown-shop'],
    ['GET', '/api/sync/nope/browse', 400, 'unknown-shop'],
    ['GET', '/api/products/999?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/1?shop=smart', 404, 'not-found'],
    ['GET', '/api/products/abc?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/%E0%A4?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/1.5?shop=pc', 404, 'not-found'],
    ['GET', '/api/products/99999999999?shop=pc', 404, 'not-found'],
    ['GET', '/api/sync/pc/changes', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a&since=-1', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a&since=1e3', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a%20b&since=1', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/changes?epoch=a&since=1&limit=501', 400, 'bad-cursor'],
    ['GET', '/api/sync/pc/browse?category=Desk', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?page=0', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?sort=cheap', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?priceFrom=1.5', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?priceFrom=-1', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?priceTo=1000000000', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?minRate=0', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?minRate=6', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?inStock=true', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?condition=mint', 400, 'bad-request'],
    ['GET', '/api/sync/pc/browse?inStock=1&inStock=1', 400, 'bad-request'],
    ['GET', '/api/sync/pc/overview?sort=cheap', 400, 'bad-request'],
    ['GET', '/api/sync/pc/overview?sort=', 400, 'bad-request'],
    ['GET', '/api/sync/pc/overview?top=9', 400, 'bad-request'],
    ['GET', '/api/sync/blocks/zz', 404, 'not-found'],
    ['GET', '/api/nope', 404, 'not-found'],
    ['GET', '/api/', 404, 'not-found'],
    ['GET', '/api/products/', 404, 'not-found'],
    ['POST', '/api/nope', 404, 'not-found'],
    ['POST', '/api/products/999/view?shop=pc', 404, 'not-found'],
    ['POST', '/api/products/1/view?shop=nope', 400, 'unknown-shop'],
    ['GET', '/images/nope/1/1.webp', 404, 'not-found'],
    ['GET', '/assets/missing-1.js', 404, 'not-found'],
    ['GET', '/releases.json', 404, 'not-found'],
    ['GET', `/api/products?shop=${'x'.repeat(2_100)}`, 414, 'too-large'],
  ])('%s %s is %i %s', async (method, path, status, code) => {
    const before = app.context.states.get('pc');
    const reply = await send(app.url, path, { method });
    expect([reply.status, json(reply)['code']]).toEqual([status, code]);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(json(reply)).toMatchObject({
      status,
      title: expect.any(String),
      error: expect.any(String),
      instance: expect.stringMatching(/^urn:uuid:/),
    });
    expect(app.context.states.get('pc')).toEqual(before);
  });

  it.each([
    ['POST', '/api/products?shop=pc', 'GET, HEAD'],
    ['DELETE', '/api/sync/pc/changes', 'GET, HEAD'],
    ['PUT', '/api/products/1', 'GET, HEAD'],
    ['GET', '/api/products/1/view', 'POST'],
    ['GET', '/api/products/batch/view', 'POST'],
    ['DELETE', '/healthz', 'GET, HEAD'],
    ['POST', '/pcshop', 'GET, HEAD'],
    ['PUT', '/images/PCProducts/1/1.webp', 'GET, HEAD'],
  ])('%s %s is 405 and names %s', async (method, path, allow) => {
    const reply = await send(app.url, path, { method });
    expect([reply.status, reply.headers.allow, json(reply)['code']]).toEqual([405, allow, 'method-not-allowed']);
  });

  it.each([
    ['not JSON', { 'content-type': 'application/json' }, '{"ids":', 400, 'bad-request'],
    ['another media type', { 'content-type': 'text/plain' }, '{"ids":[1]}', 415, 'unsupported-media-type'],
    ['no media type', {}, '{"ids":[1]}', 415, 'unsupported-media-type'],
    ['an unknown field', { 'content-type': 'application/json' }, '{"ids":[1],"admin":true}', 400, 'bad-request'],
    ['no ids', { 'content-type': 'application/json' }, '{"ids":[]}', 400, 'bad-request'],
    ['a wrong id', { 'content-type': 'application/json' }, '{"ids":["1"]}', 400, 'bad-request'],
    [
      'too many bytes',
      { 'content-type': 'application/json' },
      `{"ids":[1],"x":"${'x'.repeat(70_000)}"}`,
      413,
      'too-large',
    ],
    [
      'a coding that is not known',
      { 'content-type': 'application/json', 'content-encoding': 'zip' },
      'x',
      415,
      'unsupported-media-type',
    ],
  ] as [string, Record<string, string>, string, number, string][])(
    'a body that is %s',
    async (_, headers, body, status, code) => {
      const reply = await send(app.url, '/api/products/batch?shop=pc', { method: 'POST', headers, body });
      expect([reply.status, json(reply)['code']]).toEqual([status, code]);
    },
  );

  it('tells nothing of the inside when something breaks', async () => {
    const broken = await startTestApp();
    try {
      await broken.context.database.writer.schema.dropTable('product_condition').execute();
      await broken.context.database.writer.schema.dropTable('product').execute();
      const fault = await send(broken.url, '/api/products/1?shop=pc');
      expect([fault.status, json(fault)['code']]).toEqual([500, 'internal']);
      expect(fault.body.toString()).not.toMatch(/product|select|sqlite|node_modules/i);
    } finally {
      await broken.stop();
    }
  });
});

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
  ])('%s is never sniffed and does not name the program', async (path) => {
    const { headers } = await get(path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['cache-control']).toBeDefined();
  });

  it('give the page a policy without inline script, foreign origins or unchecked script addresses', async () => {
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

  it('name the public origin and its sockets when it is known, and ask for https there', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://shop.example/', PAGE_DIR: join(folder, 'page') } });
    try {
      const { headers } = await send(secure.url, '/');
      expect(headers['content-security-policy']).toContain("connect-src 'self' wss://shop.example");
      expect(headers['strict-transport-security']).toContain('max-age=31536000');
    } finally {
      await secure.stop();
    }
  });
});

describe('the page', () => {
  it('is sent for every shop and screen, revalidated each time', async () => {
    for (const path of [
      '/',
      '/refferals',
      '/pcshop',
      '/smartshop',
      '/account',
      '/chats',
      '/chat/1',
      '/orders',
      '/success',
      '/cancel',
    ]) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    }
    const { headers } = await get('/');
    expect((await get('/pcshop', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  });

  it('is sent with 404 for a screen that does not exist', async () => {
    const reply = await get('/nowhere');
    expect([reply.status, reply.body.toString()]).toEqual([404, '<!doctype html><title>Hexlime</title>']);
    expect((await get('/nowhere', { 'if-none-match': (await get('/')).headers.etag ?? '' })).status).toBe(404);
  });

  it('sends hashed files as immutable, compressed as the caller reads it', async () => {
    const path = '/assets/index-abc123.js';
    expect((await get(path)).body.toString()).toBe(SCRIPT);
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await expect
      .poll(async () => (await get(path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding'])
      .toBe('br');
    const packed = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(packed.body).toString()).toBe(SCRIPT);
    expect(packed.headers.vary).toBe('accept-encoding');
    for (let turn = 0; turn < 2; turn++) {
      const older = await get(path, { 'accept-encoding': 'gzip, deflate' });
      expect([older.headers['content-encoding'], older.headers.vary]).toEqual(['gzip', 'accept-encoding']);
      expect(gunzipSync(older.body).toString()).toBe(SCRIPT);
    }
    expect((await get(path, { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
    const head = await send(app.url, path, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(SCRIPT.length), 0]);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%5csecret.txt',
    String.raw`/assets/..\..\secret.txt`,
    '/secret.txt',
    '/index.html%00.js',
    '//secret.txt',
    '/page/index.html',
    '/images/../secret.txt',
    '/images/PCProducts/../../secret.txt',
    '/images/PCProducts/1/..%2f1.webp',
    '/images/PCProducts/1/%2e%2e/1/1.webp',
    '/images/PCProducts/1/1.webp%00',
    String.raw`/images/PCProducts/1\1.webp`,
    '/images/PCProducts/1//1.webp',
    '/images/PCProducts/1/1.png',
    '/images/PCProducts/x/1.webp',
    '/images/PCProducts/1/preview/../1.webp',
    '/images/%50CProducts/1/1.webp',
  ])('%s reaches no file', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.body.toString()).not.toMatch(/secret$|picture/);
  });

  it('says how to build it when it is not there', async () => {
    const bare = await startTestApp();
    try {
      const reply = await send(bare.url, '/');
      expect([reply.status, reply.body.toString()]).toEqual([503, expect.stringContaining('npm run build')]);
    } finally {
      await bare.stop();
    }
  });

  it('tells service workers to remove themselves when it is asked to, and to keep IndexedDB', async () => {
    expect((await get('/service-worker.js')).body.toString()).toBe('self.skipWaiting();');
    const killing = await startTestApp({ env: { KILL_SERVICE_WORKER: '1', PAGE_DIR: join(folder, 'page') } });
    try {
      const reply = await send(killing.url, '/service-worker.js');
      expect(reply.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
      });
      const steps = await runWorker(reply.body.toString());
      expect(steps).toEqual(['skipWaiting', 'claim', 'delete a', 'delete b', 'unregister', 'navigate http://x/']);
    } finally {
      await killing.stop();
    }
  });
});

/** Runs a service worker's script through install and activate, and gives what it did. */
async function runWorker(script: string): Promise<string[]> {
  const steps: string[] = [];
  const listeners = new Map<string, (event: { waitUntil: (work: Promise<void>) => void }) => void>();
  const note = (step: string) => () => Promise.resolve(void steps.push(step));
  const scope = {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    skipWaiting: note('skipWaiting'),
    registration: { unregister: note('unregister') },
    clients: {
      claim: note('claim'),
      matchAll: () => Promise.resolve([{ url: 'http://x/', navigate: (url: string) => steps.push(`navigate ${url}`) }]),
    },
  };
  const caches = { keys: () => Promise.resolve(['a', 'b']), delete: (name: string) => note(`delete ${name}`)() };
  // No indexedDB is in scope: a script that touched it would throw.
  // oxlint-disable-next-line no-new-func
  new Function('self', 'caches', 'indexedDB', script)(scope, caches, undefined);
  for (const name of ['install', 'activate']) {
    let work: Promise<void> | undefined;
    listeners.get(name)?.({ waitUntil: (promise) => (work = promise) });
    await work;
  }
  return steps;
}

describe('pictures', () => {
  it('are immutable under a version, short-lived without one, and harmless as a document', async () => {
    const reply = await get('/images/PCProducts/1/1.webp?v=3');
    expect([reply.status, reply.body.toString()]).toEqual([200, 'picture']);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const plain = await get('/images/PCProducts/1/preview/1.webp');
    expect([plain.body.toString(), plain.headers['cache-control']]).toEqual(['preview', 'public, max-age=300']);
    expect(
      (await get('/images/PCProducts/1/preview/1.webp', { 'if-none-match': plain.headers.etag ?? '' })).status,
    ).toBe(304);
    expect((await get('/images/PCProducts/1/2.webp')).status).toBe(404);
  });

  it('are answered in their specified width where another one does not exist', async () => {
    await app.context.blobs.put('PCProducts/2/preview/1.webp', Buffer.from('preview'));
    await app.context.blobs.put('PCProducts/2/preview/1-800.webp', Buffer.from('wide preview'));
    await app.context.blobs.put('PCProducts/2/3.webp', Buffer.from('picture'));
    const bodies = ['preview/1-200', 'preview/1-800', '3-800', '3-200', '4-800'].map(async (name) => {
      const reply = await get(`/images/PCProducts/2/${name}.webp?v=1`);
      return reply.status === 200 ? reply.body.toString() : reply.status;
    });
    expect(await Promise.all(bodies)).toEqual(['preview', 'wide preview', 'picture', 404, 404]);
  });
});

describe('calls', () => {
  it('list ids, times and picture counts with the cursor to go on from', async () => {
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

  it('give several products and name those that do not exist', async () => {
    const reply = await send(app.url, '/api/products/batch?shop=pc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"ids":[2,1,77,2]}',
    });
    const { products, missing } = json(reply) as { products: { id: number }[]; missing: number[] };
    expect([products.map(({ id }) => id), missing]).toEqual([[1, 2], [77]]);
  });

  it('see a change at once, though the answer before it was kept', async () => {
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
    await expect.poll(async () => json(await get('/api/products/1?shop=pc'))['view_count'], { timeout: 5_000 }).toBe(1);
    const state = app.context.states.get('pc');
    expect([state.viewsSeq, state.seq]).toEqual([1, 3]);
  });
});

it('a caller that asks too much is told when to come back', async () => {
  const strict = await startTestApp({
    rates: { read: { burst: 3, perSecond: 0.5 }, write: { burst: 1, perSecond: 1 } },
  });
  try {
    const statuses = [];
    for (let turn = 0; turn < 4; turn++) statuses.push((await send(strict.url, '/healthz')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await send(strict.url, '/healthz');
    expect([refused.headers['retry-after'], json(refused)['retryAfter'], json(refused)['code']]).toEqual([
      '2',
      2,
      'too-many-requests',
    ]);
    expect((await send(strict.url, '/api/sync/pc/browse')).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

it('a stopping server finishes what is on its way and takes nothing new', async () => {
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

it('a stopping server says that it is not ready before it stops to listen', async () => {
  const stopping = await startTestApp({ env: { STOP_DELAY: '0.5' } });
  const stopped = stopping.stop();
  const reply = await send(stopping.url, '/readyz');
  expect([reply.status, json(reply)['code']]).toEqual([503, 'not-ready']);
  expect((await send(stopping.url, '/healthz')).status).toBe(200);
  await stopped;
});
