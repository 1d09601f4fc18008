import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { SHOPS } from '#contract/shops.ts';
import { PAGE_SCRIPT, startPageApp } from '../testing/apps/page-app.ts';
import type { PageApp } from '../testing/apps/page-app.ts';
import { send } from '../testing/clients/send.ts';
import { startTestApp } from '../testing/apps/test-app.ts';

let app: PageApp;
const get = (path: string, headers: Record<string, string> = {}) => send(app.url, path, { headers });

beforeAll(async () => {
  app = await startPageApp();
});
afterAll(() => app.stop());

describe('the page', () => {
  it('is sent for every shop and screen, revalidated each time', async () => {
    for (const path of [
      ...SHOPS.map((shop) => shop.path),
      '/pcshop/',
      '/account',
      '/chats',
      '/compare?shop=pc&products=1,2',
      '/builds',
      '/chat/7-demo-alice',
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

  it('is indexed by search engines only for shops', async () => {
    const robots = async (path: string) => (await get(path)).headers['x-robots-tag'];
    expect(await Promise.all(['/', '/pcshop'].map(robots))).toEqual([undefined, undefined]);
    expect(await Promise.all(['/account', '/success?order=ord_1', '/cancel/', '/nowhere'].map(robots))).toEqual(
      Array(4).fill('noindex'),
    );
  });

  it.each([...SHOPS.map(({ adminPath }) => adminPath), '/orders', '/orders/', '/admin?shared'])(
    'is the page of the administration at %s, under a policy without third-party scripts',
    async (path) => {
      const { status, body, headers } = await get(path);
      expect([status, body.toString()]).toEqual([200, '<!doctype html><title>Admin Panel</title>']);
      expect([headers['x-robots-tag'], headers['cache-control']]).toEqual(['noindex', 'no-cache']);
      expect(headers['content-security-policy']).toMatch(/script-src 'self';.*require-trusted-types-for 'script'/);
    },
  );

  it('asks to share images again when no service worker has received them', async () => {
    const reply = await send(app.url, '/admin/share', { method: 'POST', body: 'a picture' });
    expect([reply.status, reply.headers.location]).toEqual([303, '/admin?shared=again']);
  });

  it('is sent with 404 for a screen that does not exist', async () => {
    const reply = await get('/nowhere');
    expect([reply.status, reply.body.toString()]).toEqual([404, '<!doctype html><title>Hexlime</title>']);
    expect((await get('/nowhere', { 'if-none-match': (await get('/')).headers.etag ?? '' })).status).toBe(404);
  });

  it('sends hashed files as immutable, compressed as the client accepts it', async () => {
    const path = '/assets/index-abc123.js';
    expect((await get(path)).body.toString()).toBe(PAGE_SCRIPT);
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await expect
      .poll(async () => (await get(path, { 'accept-encoding': 'gzip, br' })).headers['content-encoding'])
      .toBe('br');
    const packed = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(packed.body).toString()).toBe(PAGE_SCRIPT);
    expect(packed.headers.vary).toBe('accept-encoding');
    for (let turn = 0; turn < 2; turn++) {
      const older = await get(path, { 'accept-encoding': 'gzip, deflate' });
      expect([older.headers['content-encoding'], older.headers.vary]).toEqual(['gzip', 'accept-encoding']);
      expect(gunzipSync(older.body).toString()).toBe(PAGE_SCRIPT);
    }
    expect((await get(path, { 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
    const head = await send(app.url, path, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(PAGE_SCRIPT.length),
      0,
    ]);
  });

  it('allows WebAssembly only in the worker that reads barcodes', async () => {
    const policyOf = async (path: string) => (await get(path)).headers['content-security-policy'];
    for (const folder of ['assets', 'admin-assets']) {
      expect(await policyOf(`/${folder}/code-worker-abc123.js`)).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      );
    }
    expect(await policyOf('/assets/index-abc123.js')).toBeUndefined();
    for (const document of ['/', '/pcshop', '/pcadmin']) expect(await policyOf(document)).not.toContain('wasm');
    expect((await get('/assets/reader-abc123.wasm')).headers['content-type']).toBe('application/wasm');
  });

  it('sends the build’s compressed copy of a file unless it is outdated; no copy has a URL of its own', async () => {
    const pageDir = await mkdtemp(join(tmpdir(), 'hexlime-packed-'));
    const ownWay = brotliCompressSync(PAGE_SCRIPT, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    await mkdir(join(pageDir, 'assets'));
    await writeFile(join(pageDir, 'index.html'), '<!doctype html>');
    for (const name of ['kept.js', 'changed.js', 'torn.js'])
      await writeFile(join(pageDir, 'assets', name), PAGE_SCRIPT);
    await writeFile(join(pageDir, 'assets/kept.js.br'), ownWay);
    await writeFile(join(pageDir, 'assets/changed.js.br'), brotliCompressSync('alert(1)'));
    await writeFile(join(pageDir, 'assets/torn.js.br'), ownWay.subarray(0, 9));
    const packed = await startTestApp({ env: { PAGE_DIR: pageDir } });
    try {
      const ask = (name: string) => send(packed.url, `/assets/${name}`, { headers: { 'accept-encoding': 'br' } });
      expect((await ask('kept.js')).body).toEqual(ownWay);
      for (const name of ['changed.js', 'torn.js']) {
        await expect.poll(async () => (await ask(name)).headers['content-encoding']).toBe('br');
        expect(brotliDecompressSync((await ask(name)).body).toString()).toBe(PAGE_SCRIPT);
      }
      expect((await ask('kept.js.br')).status).toBe(404);
    } finally {
      await packed.stop();
      await rm(pageDir, { recursive: true });
    }
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

  it('explains how to build the page when it is not built', async () => {
    const bare = await startTestApp();
    try {
      const reply = await send(bare.url, '/');
      expect([reply.status, reply.body.toString()]).toEqual([503, expect.stringContaining('npm run build')]);
    } finally {
      await bare.stop();
    }
  });

  it('makes service workers remove themselves, but keep IndexedDB, when configured so', async () => {
    expect((await get('/service-worker.js')).body.toString()).toBe('self.skipWaiting();');
    const killing = await startTestApp({ env: { KILL_SERVICE_WORKER: '1', PAGE_DIR: app.pageDir } });
    try {
      const reply = await send(killing.url, '/service-worker.js');
      expect(reply.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
      });
      const steps = await runWorker(reply.body.toString());
      expect(steps).toEqual(['skipWaiting', 'claim', 'delete a', 'delete b', 'unregister', 'navigate http://x/']);
      const asked = await send(killing.url, '/sw-kill.json');
      expect(asked.headers['cache-control']).toBe('no-store');
      expect(JSON.parse(asked.body.toString())).toEqual({ kill: true });
      expect(JSON.parse((await get('/sw-kill.json')).body.toString())).toEqual({ kill: false });
    } finally {
      await killing.stop();
    }
  });
});

/** Runs a service worker's script through install and activate, and returns its steps. */
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
  // No indexedDB is in scope: a script that uses it throws.
  // oxlint-disable-next-line no-new-func
  new Function('self', 'caches', 'indexedDB', script)(scope, caches, undefined);
  for (const name of ['install', 'activate']) {
    let work: Promise<void> | undefined;
    listeners.get(name)?.({ waitUntil: (promise) => (work = promise) });
    await work;
  }
  return steps;
}

it('the mark in the footer is that of the payment provider if the build has one', async () => {
  const pageDir = await mkdtemp(join(tmpdir(), 'hexlime-page-'));
  await mkdir(join(pageDir, 'icons'));
  await writeFile(join(pageDir, 'index.html'), '<!doctype html>');
  await writeFile(join(pageDir, 'icons', 'crypto-payments.svg'), 'shared');
  await writeFile(join(pageDir, 'icons', 'crypto-payments-btcpay.svg'), 'btcpay');
  const btcpay = {
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'key-of-the-shop',
    BTCPAY_STORE_ID: 'store',
    BTCPAY_WEBHOOK_SECRET: 'secret-of-the-shop',
  };
  for (const [env, mark] of [
    [{}, 'shared'],
    [btcpay, 'btcpay'],
  ] as const) {
    const shop = await startTestApp({ env: { PAGE_DIR: pageDir, ...env } });
    const { body } = await send(shop.url, '/icons/crypto-payments.svg');
    expect(body.toString()).toBe(mark);
    await shop.stop();
  }
  await rm(pageDir, { recursive: true });
});
