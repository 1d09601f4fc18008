import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { SHARE_PATH } from '#contract/service-worker/share-target.ts';
import { startPageApp } from '../testing/apps/page-app.ts';
import type { PageApp } from '../testing/apps/page-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

/** The kinds of the replies that are tested here, and their caching. */
const KINDS = {
  document: { type: 'text/html; charset=utf-8', cache: 'no-cache', policy: 'page' },
  administration: { type: 'text/html; charset=utf-8', cache: 'no-cache', policy: 'page', robots: 'noindex' },
  unlisted: { type: 'text/html; charset=utf-8', cache: 'no-cache', policy: 'page', robots: 'noindex' },
  script: { type: 'text/javascript; charset=utf-8', cache: 'public, max-age=31536000, immutable' },
  worker: { type: 'text/javascript; charset=utf-8', cache: 'no-cache' },
  icon: { type: 'image/svg+xml', cache: 'public, max-age=86400' },
  manifest: { type: 'application/manifest+json', cache: 'no-cache' },
  picture: { type: 'image/webp', cache: 'public, max-age=300', policy: 'picture' },
  numberedImage: { type: 'image/webp', cache: 'public, max-age=31536000, immutable', policy: 'picture' },
  revalidatedImage: { type: 'image/webp', cache: 'public, no-cache', policy: 'picture' },
  catalogue: { type: 'application/json', cache: 'no-cache' },
  snapshot: { type: 'application/json', cache: 'private, max-age=10' },
  block: { type: 'application/octet-stream', cache: 'public, max-age=31536000, immutable' },
  private: { type: 'application/json', cache: 'no-store' },
  empty: { type: undefined, cache: 'no-store' },
  problem: { type: 'application/problem+json', cache: 'no-store' },
} as const satisfies Record<string, { type: string | undefined; cache: string; policy?: string; robots?: string }>;

type Row = readonly [method: string, path: string, status: number, kind: keyof typeof KINDS];
/** `BLOCK` is replaced by the path of a block. */
const ROWS: readonly Row[] = [
  ['GET', '/', 200, 'document'],
  ['HEAD', '/', 200, 'document'],
  ['GET', '/pcshop', 200, 'document'],
  ['GET', '/pcshop?product=1', 200, 'document'],
  ['GET', '/account', 200, 'unlisted'],
  ['GET', '/chat/1', 200, 'unlisted'],
  ['GET', '/nowhere', 404, 'unlisted'],
  ['GET', '/api/docs', 200, 'document'],
  ['GET', '/api/openapi.json', 200, 'catalogue'],
  ['GET', '/orders', 200, 'administration'],
  ['GET', '/assets/index-abc123.js', 200, 'script'],
  ['GET', '/assets/no-1.js', 404, 'problem'],
  ['GET', '/service-worker.js', 200, 'worker'],
  ['GET', '/manifest.webmanifest', 200, 'manifest'],
  ['GET', '/sw-kill.json', 200, 'private'],
  ['GET', '/icons/icon.svg', 200, 'icon'],
  ['GET', '/images/PCProducts/1/1.webp', 200, 'picture'],
  ['GET', '/images/PCProducts/1/1.webp?v=0', 200, 'numberedImage'],
  ['GET', '/images/PCProducts/1/1.webp?v=1', 200, 'revalidatedImage'],
  ['GET', '/images/PCProducts/1/9.webp', 404, 'problem'],
  ['GET', '/images/editor/none.webp', 404, 'problem'],
  ['GET', '/api/images/PCProducts/1/1.webp', 200, 'revalidatedImage'],
  ['GET', '/api/products?shop=pc', 200, 'catalogue'],
  ['GET', '/api/products/1?shop=pc', 200, 'catalogue'],
  ['GET', '/api/categories?shop=pc', 200, 'catalogue'],
  ['GET', '/api/sync/pc/manifest', 200, 'snapshot'],
  ['GET', 'BLOCK', 200, 'block'],
  ['GET', '/api/sync/pc/changes?epoch=a&since=0', 200, 'private'],
  ['GET', '/api/sync/pc/browse', 200, 'catalogue'],
  ['GET', '/api/sync/pc/overview', 200, 'catalogue'],
  ['GET', '/api/product-images/pc/1', 200, 'private'],
  ['GET', '/api/session', 200, 'private'],
  ['GET', '/api/cart/demo-alice', 200, 'private'],
  ['GET', '/api/my-purchases/demo-alice', 200, 'private'],
  ['GET', '/api/sync/account', 200, 'private'],
  ['GET', '/api/cart/demo-bob', 403, 'problem'],
  ['GET', '/api/chats/1-demo-bob/messages', 404, 'problem'],
  ['POST', '/api/products/1/view?shop=pc', 204, 'empty'],
  ['POST', '/api/cart', 415, 'problem'],
  ['GET', '/api/nope', 404, 'problem'],
  ['PUT', '/api/products', 405, 'problem'],
  ['DELETE', '/pcshop', 405, 'problem'],
  ['GET', '/api/admin-purchases', 403, 'problem'],
  ['GET', `/api/products?shop=${'x'.repeat(2_100)}`, 414, 'problem'],
  ['GET', '/healthz', 200, 'private'],
  ['GET', '/readyz', 200, 'private'],
  ['GET', '/dev/users', 200, 'private'],
  ['POST', '/api/payments/nobody/notices', 404, 'problem'],
];

const ADMIN_ROWS: readonly Row[] = [
  ['GET', '/api/admin-purchases', 200, 'private'],
  ['GET', '/api/admin-audit', 200, 'private'],
  ['GET', '/api/next-id?shop=pc', 200, 'private'],
  ['GET', '/api/export-products?shop=pc', 200, 'private'],
  ['POST', '/api/image-from-link', 415, 'problem'],
];

let app: PageApp;
let alice: Readonly<Record<string, string>>;
let admin: Readonly<Record<string, string>>;
let block: string;

beforeAll(async () => {
  app = await startPageApp();
  alice = (await signIn(app, 'alice')).headers;
  admin = await signInAdmin(app);
  const manifest = (await send(app.url, '/api/sync/pc/manifest')).body.toString();
  block = `/api/sync/blocks/${/[0-9a-f]{64}/.exec(manifest)?.[0] ?? 'none'}`;
});
afterAll(() => app.stop());

async function look([method, path, status, kind]: Row, identity: Readonly<Record<string, string>>): Promise<void> {
  const reply = await send(app.url, path === 'BLOCK' ? block : path, { method, headers: { ...identity } });
  const { headers } = reply;
  const expected: { type: string | undefined; cache: string; policy?: string; robots?: string } = KINDS[kind];
  expect([reply.status, headers['content-type'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
    status,
    expected.type,
    expected.cache,
    expected.robots,
  ]);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect([headers['x-powered-by'], headers.server, headers['access-control-allow-origin']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const hasVersion = path === 'BLOCK' || (path.startsWith('/api/') && kind !== 'revalidatedImage');
  if (hasVersion) expect(headers[PROTOCOL_HEADER]).toBe(String(PROTOCOL_VERSION));
  // This header would lock browsers out of a shop that has an http address.
  expect(headers['strict-transport-security']).toBeUndefined();
  const policy = headers['content-security-policy'];
  if (expected.policy === 'page') {
    expect(policy).toMatch(/^default-src 'none';script-src 'self'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
    });
  } else if (expected.policy === 'picture') expect(policy).toBe("sandbox; default-src 'none'");
  else expect(policy).toBeUndefined();
}

describe('the headers of a reply', () => {
  it.each(ROWS)('%s %s %i: %s', (...row) => look(row, alice));
  it.each(ADMIN_ROWS)('%s %s %i: %s, for an administrator', (...row) => look(row, admin));

  it('redirect to the page, uncached, after images were shared without a service worker', async () => {
    const { status, headers } = await send(app.url, SHARE_PATH, { method: 'POST' });
    expect([status, headers['cache-control'], headers['x-content-type-options']]).toEqual([303, 'no-store', 'nosniff']);
    expect(headers.location).toMatch(/^\/[a-z]/);
  });

  it.each<readonly [sender: string, status: number, headers: Readonly<Record<string, string>>]>([
    ['the system, in a browser that names no site', 303, { 'sec-fetch-site': 'none', origin: 'null' }],
    ['the system, in a browser without these headers', 303, { origin: 'null' }],
    ['an own page', 303, { 'sec-fetch-site': 'same-origin', origin: 'SELF' }],
    ['an own page of an older browser', 303, { origin: 'SELF' }],
    ['another site', 403, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', 403, { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another name of the same domain', 403, { 'sec-fetch-site': 'same-site', origin: 'https://blog.example' }],
    ['another site of an older browser', 403, { origin: 'https://evil.example' }],
  ])('for images that are shared by %s come with status %i', async (_sender, status, headers) => {
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, text.replace('SELF', app.url)]),
    );
    const reply = await send(app.url, SHARE_PATH, { method: 'POST', headers: given });
    expect([reply.status, reply.headers.location !== undefined]).toEqual([status, status === 303]);
  });
});

describe('with an https address', () => {
  let secure: TestApp;
  beforeAll(async () => {
    const env = { PUBLIC_URL: 'https://shop.example', PAGE_DIR: app.pageDir };
    secure = await startTestApp({ env });
  });
  afterAll(() => secure.stop());

  it.each(['/', '/orders', '/nowhere'])('%s has an HSTS header of one year', async (path) => {
    const { headers } = await send(secure.url, path);
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
});

it('a server that removes service workers sends one that removes itself, uncached', async () => {
  const killing = await startTestApp({ env: { KILL_SERVICE_WORKER: '1', PAGE_DIR: app.pageDir } });
  try {
    const { status, headers, body } = await send(killing.url, '/service-worker.js');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      KINDS.worker.type,
      KINDS.worker.cache,
    ]);
    expect(body.toString()).toContain('unregister');
    expect(json(await send(killing.url, '/healthz'))['status']).toBe('ok');
  } finally {
    await killing.stop();
  }
});
