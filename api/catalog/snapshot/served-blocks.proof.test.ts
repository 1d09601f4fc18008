import { afterEach, beforeEach, expect, it } from 'vitest';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import { createSnapshotCalls, sha256 } from '../../testing/apps/snapshot-calls.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const { readManifest, fetchBlock, build, fill } = createSnapshotCalls(() => app);

it('serves blocks as immutable bytes: cards with brotli, details as the device stores them', async () => {
  await fill(200);
  await build();
  const { manifest, response } = await readManifest('pc');
  for (const { hash, kind } of manifest.blocks) {
    const { headers } = (await fetchBlock(hash)).response;
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe(kind === 'details' ? null : 'br');
  }
  const again = await fetch(`${app.url}/api/sync/pc/manifest`, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect((await fetchBlock('0'.repeat(64))).response.status).toBe(404);
  expect((await fetchBlock('nonsense')).response.status).toBe(404);
});

it.for(['br', 'gzip', 'identity'])('block bytes match their hash for callers that accept %s', async (encoding) => {
  await fill(4_000);
  await build();
  const { manifest } = await readManifest('pc');
  // Blocks of this size are kept compressed only.
  expect(Math.max(...listBlocks(manifest).map(({ bytes }) => bytes))).toBeGreaterThan(65_536);
  const hashes = listBlocks(manifest).map(({ hash }) => hash);
  const headers = { 'accept-encoding': encoding };
  // The first read fills the cache, which answers the second one.
  for (const hash of [...hashes, ...hashes]) {
    const reply = await fetch(`${app.url}/api/sync/blocks/${hash}`, { headers });
    expect([reply.status, sha256(new Uint8Array(await reply.arrayBuffer()))]).toEqual([200, hash]);
  }
  const together = await fetch(`${app.url}/api/sync/blocks/together/${hashes.join('.')}`, { headers });
  const wanted = await Promise.all(hashes.map(async (hash) => (await fetchBlock(hash)).bytes));
  expect(Buffer.concat(wanted).equals(new Uint8Array(await together.arrayBuffer()))).toBe(true);
});

it('[R11] serves blocks together, whole and in order, compressed unless they already are', async () => {
  await fill(300);
  const ids = Array.from({ length: 6 }, (_, place) => place * DETAILS_BLOCK_IDS + 1);
  await app.context.products.saveProducts(
    'pc',
    ids.map((id) => ({ id, fields: { title: 'Lamp', main_category: 'Light', category: 'Desk' } })),
  );
  await build();
  const { manifest } = await readManifest('pc');
  const details = manifest.blocks.flatMap(({ kind, hash }) => (kind === 'details' ? [hash] : []));
  const { response, bytes } = await fetchBlock(`together/${details.join('.')}`);
  expect([response.status, response.headers.get('content-encoding'), details.length]).toEqual([200, null, 6]);
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const single = await Promise.all(details.map(async (hash) => (await fetchBlock(hash)).bytes));
  expect(Buffer.concat(single).equals(bytes)).toBe(true);
  const others = listBlocks(manifest).flatMap(({ kind, hash }) => (kind === 'details' ? [] : [hash]));
  const compressed = await fetchBlock(`together/${others.join('.')}`);
  expect([compressed.response.status, compressed.response.headers.get('content-encoding'), others.length]).toEqual([
    200,
    'br',
    2,
  ]);
  const parts = await Promise.all(others.map(async (hash) => (await fetchBlock(hash)).bytes));
  expect(Buffer.concat(parts).equals(compressed.bytes)).toBe(true);
  const [first = '', second = ''] = details;
  for (const wrong of [
    [first],
    [first, first],
    [first, '0'.repeat(64)],
    [first, second.toUpperCase()],
    Array.from({ length: 17 }, (_, place) => place.toString(16).padStart(64, '0')),
  ])
    expect((await fetchBlock(`together/${wrong.join('.')}`)).response.status).toBe(404);
});
