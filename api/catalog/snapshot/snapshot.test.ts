import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { CARD_COLUMNS, toCard } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import { decodeCardsBlock, encodeCards } from '#contract/blocks/cards-block.ts';
import { findDetails } from '#contract/blocks/details-block.ts';
import type { Manifest } from '#contract/http/catalog.ts';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import { getShop } from '#contract/shops.ts';
import { DATA_SIZES } from '../../data-sizes.ts';
import { generateProducts, inBatches } from '../../testing/generate-products.ts';
import { buildSnapshotsHere } from '../../testing/build-snapshots-here.ts';
import { createSnapshotCalls, sha256 } from '../../testing/apps/snapshot-calls.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { findProducts } from '../reads/catalog.repository.ts';
import { buildSnapshots } from './build-snapshots.ts';
import { createRowBlockStore } from './blocks/row-block-store.ts';
import { refineBlock } from './refine-block.ts';
import { storeBlock } from './snapshot.repository.ts';
import { SNAPSHOT_LAYOUT } from './find-renewal.ts';
import { buildInProcess } from './build-in-process.ts';
import type { BuildSnapshots } from './snapshot-build.ts';
import { addViews } from '../products/view.repository.ts';

const EMPTY = new Uint8Array();
const OF_KILLED_BUILD = 'f'.repeat(64);

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const { readManifest, fetchBlock, build, fill } = createSnapshotCalls(() => app);

/** Compares a snapshot with the shop's products, whose cards are encoded again so that bytes can be compared; returns its manifest. */
async function checkSnapshot(shop: ShopKey): Promise<Manifest> {
  const { offer } = getShop(shop);
  const { manifest } = await readManifest(shop);
  const ids = (
    await app.context.database.reader.selectFrom('product').select('id').where('shop', '=', shop).execute()
  ).map(({ id }) => id);
  const products: Product[] = [];
  for (const chunk of inBatches(ids, 500))
    products.push(...(await findProducts(app.context.database.reader, shop, chunk)));
  const byId = new Map(products.map((product) => [product.id, product]));

  let rows = 0;
  let digest = 0;
  for (const entry of manifest.blocks) {
    const { bytes } = await fetchBlock(entry.hash);
    expect(sha256(bytes)).toBe(entry.hash);
    expect(bytes.length).toBe(entry.bytes);
    if (entry.kind === 'cards') {
      const columns = decodeCardsBlock(bytes);
      expect(columns.shelves).toEqual(entry.shelves);
      const cards = Array.from(columns.numbers['id'] as Uint32Array, (id) => toCard(offer, byId.get(id) as Product));
      // Equal cards give equal bytes, so equal bytes mean that each column holds exactly the rows.
      const encoded = encodeCards(offer, cards as Card[]);
      expect(Buffer.compare(encoded.cards, bytes)).toBe(0);
      expect(entry.columns?.map(({ name }) => name)).toEqual(encoded.columns.map(({ name }) => name));
      for (const [place, column] of (entry.columns ?? []).entries()) {
        const { bytes: texts } = await fetchBlock(column.hash);
        expect([sha256(texts), texts.length]).toEqual([column.hash, column.bytes]);
        expect(Buffer.compare(encoded.columns[place]?.bytes ?? new Uint8Array(), texts)).toBe(0);
      }
      expect(Object.keys(columns.numbers).length).toBeLessThan(Object.keys(CARD_COLUMNS[offer]).length);
      rows += columns.rows;
      for (const card of cards) digest = addDigest(digest, digestCard(offer, card));
    }
    if (entry.kind === 'details') {
      const text = gunzipSync(bytes).toString();
      const sample = [...byId.values()].find(({ id }) => Math.floor(id / DETAILS_BLOCK_IDS) === entry.range);
      expect(findDetails(text, sample?.id ?? 0, sample?.title ?? '')).toMatchObject({
        seq: sample?.seq,
        fields: { description: sample?.description },
      });
      expect(text.split('\n')).toHaveLength(entry.rows + 1);
    }
  }
  expect({ rows, digest }).toEqual({ rows: manifest.rows, digest: manifest.digest });
  expect(rows).toBe(byId.size);
  return manifest;
}

it('[R11] a snapshot decodes to exactly the shop’s rows, and its digest is theirs', async () => {
  await fill(9_000);
  await app.context.products.deleteProducts('pc', [5, 4_500]);
  await addViews(
    app.context.write,
    'pc',
    new Map([
      [1, 3],
      [4, 9],
    ]),
  );
  await build();
  const manifest = await checkSnapshot('pc');
  expect(manifest).toMatchObject({ epoch: app.context.states.epoch, seq: 9_002, viewsSeq: 2, rows: 8_998 });
  expect(manifest.blocks.map(({ kind, range }) => [kind, range])).toEqual([
    ['cards', undefined],
    ['views', undefined],
    ['details', 0],
    ['details', 1],
    ['details', 2],
  ]);
});

it('a snapshot holds open-box products with their conditions', async () => {
  await app.context.products.saveProducts('ayz', [
    {
      fields: {
        title: 'Phone',
        main_category: 'M',
        category: 'C',
        good_condition_price: '50.5',
        good_condition_available_quantity: '2',
        ebay: 'https://ebay.example/1',
      },
    },
    { fields: { title: 'Übergröße 📱', main_category: 'M', category: 'D' } },
  ]);
  await app.server.snapshots.build(['ayz']);
  const manifest = await checkSnapshot('ayz');
  expect(manifest.blocks).toHaveLength(2);
});

it('an empty shop has an empty manifest', async () => {
  await app.server.snapshots.build(['smart']);
  expect((await readManifest('smart')).manifest).toMatchObject({ seq: 0, rows: 0, digest: 0, blocks: [] });
});

it('[R11] a few changes stay in the feed, and no block is built for them', async () => {
  await fill(1_280);
  await build();
  const first = (await readManifest('pc')).manifest;
  const changes = Array.from({ length: 20 }, (_, place) => ({ id: 1 + place * 64, fields: { description: 'new' } }));
  await app.context.products.saveProducts('pc', changes);
  await build();
  expect((await readManifest('pc')).manifest).toEqual(first);
  const views = new Map(Array.from({ length: 81 }, (_, place) => [place + 1, 2]));
  await addViews(app.context.write, 'pc', views);
  await build();
  const second = (await readManifest('pc')).manifest;
  expect(second).toMatchObject({ seq: first.seq, digest: first.digest, viewsSeq: 81 });
  expect(second.blocks.filter(({ kind }) => kind !== 'views')).toEqual(first.blocks);
  expect(second.blocks.map(({ kind }) => kind)).toEqual(['cards', 'views', 'details']);
  await app.context.products.saveProducts('pc', [{ id: 1, fields: { description: 'one more' } }]);
  await build();
  expect((await readManifest('pc')).manifest.seq).toBe(1_301);
  await checkSnapshot('pc');
});

it('[R11] a renewal reads and builds only blocks in which something changed', async () => {
  const products = [...generateProducts(90)].map((product, place) => ({ ...product, id: 1 + place * 100 }));
  await app.context.products.saveProducts('pc', products);
  await build();
  const first = (await readManifest('pc')).manifest;
  await app.context.products.saveProducts('pc', [{ id: 8_901, fields: { description: 'new' } }]);
  // Without a new number this does not count as a change, but a build that read the row would show it.
  await app.context.database.writer.updateTable('product').set({ description: 'unread' }).where('id', '=', 1).execute();
  await build();
  const second = (await readManifest('pc')).manifest;
  const shared = second.blocks.filter(({ hash }) => first.blocks.some((block) => block.hash === hash));
  expect([second.seq, shared.map(({ range }) => range)]).toEqual([91, [0, 1]]);
});

it('[R11] blocks are kept for an hour after their snapshot is replaced, but not those of a killed build', async () => {
  let nowMs = Date.now();
  await app.stop();
  app = await startTestApp({ now: () => nowMs });
  const save = async (title: string) => {
    await app.context.products.saveProducts('pc', [{ id: 1, fields: { title, main_category: 'M', category: 'C' } }]);
    await build();
    return (await readManifest('pc')).manifest.blocks[0]?.hash ?? '';
  };
  const statusesOf = (hashes: string[]) =>
    Promise.all(hashes.map(async (hash) => (await fetchBlock(hash)).response.status));
  const hashes = [await save('A'), await save('B'), await save('C'), await save('D')];
  expect(await statusesOf(hashes)).toEqual([200, 200, 200, 200]);
  nowMs += 59 * 60_000;
  hashes.push(await save('E'));
  nowMs += 60_000;
  const killed = { hash: OF_KILLED_BUILD, source_hash: '', bytes: EMPTY, brotli: null, isQuick: false };
  await storeBlock(app.context.database.writer, killed, nowMs);
  hashes.push(OF_KILLED_BUILD);
  await app.server.snapshots.deleteOld();
  // Looks into the table, because blocks that were requested before are answered from memory.
  const stored = await app.context.database.reader.selectFrom('snapshot_block').select('hash').execute();
  expect(hashes.map((name) => stored.some(({ hash }) => hash === name))).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
});

it('[R11] builds a snapshot of an earlier layout anew, and reuses equal blocks', async () => {
  await fill(300);
  await build();
  const before = (await readManifest('pc')).manifest;
  await app.context.database.writer.updateTable('snapshot_manifest').set({ layout: 0, plan: null }).execute();
  await build();
  expect((await readManifest('pc')).manifest).toEqual(before);
  const rows = await app.context.database.reader
    .selectFrom('snapshot_manifest')
    .select(['number', 'layout'])
    .where('shop', '=', 'pc')
    .execute();
  expect(rows.at(-1)).toEqual({ number: rows.length, layout: SNAPSHOT_LAYOUT });
});

it('[R11] compresses a large shop quickly at first, and its lasting blocks as well as possible an hour later', async () => {
  await app.stop();
  let nowMs = Date.UTC(2026, 0, 1);
  app = await startTestApp({
    now: () => nowMs,
    sizes: { ...DATA_SIZES, quickFromRows: 1_500 },
    snapshotTimes: { settleMs: 1e6, quietMs: 1e6, longestBurstMs: 1e6 },
  });
  // Awaits the build that the start has begun, which could otherwise include the products that are added below.
  await build();
  const { database } = app.context;
  const blocks = createRowBlockStore(database);
  const listBrotli = async () => {
    const rows = await database.reader.selectFrom('snapshot_block').select(['hash', 'brotli', 'quick_since']).execute();
    return new Map(rows.flatMap(({ hash, brotli, quick_since }) => (brotli ? [[hash, { brotli, quick_since }]] : [])));
  };
  await fill(1_400);
  await build();
  const small = await listBrotli();
  expect([...small.values()].map((block) => block.quick_since)).toEqual([null, null]);

  await fill(1_600);
  await build();
  await app.context.products.saveProducts('pc', [{ id: 1, fields: { title: 'Another' } }]);
  await app.context.database.writer.updateTable('snapshot_manifest').set({ layout: 0, plan: null }).execute();
  await build();
  const { manifest } = await readManifest('pc');
  const newest = listBlocks(manifest).filter(({ kind }) => kind === 'cards' || kind === 'column');
  const quick = await listBrotli();
  expect(quick.size).toBeGreaterThan(small.size + newest.length);
  expect(newest.map(({ hash }) => quick.get(hash)?.quick_since)).toEqual(newest.map(() => nowMs));

  nowMs += 59 * 60_000;
  await refineBlock(database, blocks, nowMs);
  expect(await listBrotli()).toEqual(quick);
  nowMs += 60_000;
  for (const _ of quick) await refineBlock(database, blocks, nowMs);
  const refined = await listBrotli();
  const isNewest = (hash: string) => newest.some((block) => block.hash === hash);
  for (const [hash, { brotli, quick_since }] of quick) {
    const after = refined.get(hash);
    // Superseded blocks are about to be deleted.
    if (quick_since === null || !isNewest(hash)) expect(after).toEqual({ brotli, quick_since });
    else {
      expect(after?.quick_since).toBeNull();
      expect(after?.brotli.length).toBeLessThanOrEqual(brotli.length);
    }
  }
  const sumOf = (stored: typeof quick) =>
    newest.reduce((sum, { hash }) => sum + (stored.get(hash)?.brotli.length ?? 0), 0);
  expect(sumOf(refined)).toBeLessThan(sumOf(quick) * 0.97);
  await checkSnapshot('pc');
});

it('a build has one block in flight at a time, so that slow storage does not fill the memory', async () => {
  await fill(300);
  let inFlight = 0;
  let most = 0;
  let count = 0;
  const due = [{ shop: 'pc', renewal: 'all' }] as const;
  const { source } = app.context.database;
  await buildSnapshots({ source, due, cardsBlockRows: 20, quickFromRows: 0 }, async () => {
    count += 1;
    most = Math.max(most, (inFlight += 1));
    await setImmediate();
    inFlight -= 1;
  });
  expect(count).toBeGreaterThan(10);
  expect([inFlight, most]).toEqual([0, 1]);
});

it('a snapshot holds one state although products change during the build', async () => {
  await fill(3_000);
  const building = { isOver: false };
  const done = build().finally(() => {
    building.isOver = true;
  });
  for (let id = 1; !building.isOver; id = (id % 3_000) + 1) {
    await app.context.products.saveProducts('pc', [{ id, fields: { description: `changed ${id}` } }]);
    // A write awaits only the database, which would keep the event loop from seeing the end of the build.
    await setImmediate();
  }
  await done;
  const { manifest } = await readManifest('pc');
  let newest = 0;
  for (const entry of manifest.blocks.filter(({ kind }) => kind === 'cards')) {
    const { numbers, rows } = decodeCardsBlock((await fetchBlock(entry.hash)).bytes);
    for (let row = 0; row < rows; row++) newest = Math.max(newest, numbers['seq']?.[row] ?? 0);
  }
  expect(newest).toBeLessThanOrEqual(manifest.seq);
  expect(manifest.rows).toBe(3_000);
});

it('[R11] a killed build leaves nothing behind, and the next start builds the snapshot', async () => {
  await app.stop();
  const dataDir = await mkdtemp(join(tmpdir(), 'hexlime-snapshot-'));
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 10, retryDelay: 100 }));
  app = await startTestApp({ dataDir, buildSnapshots: buildInProcess });
  await build();
  await fill(6_000);
  const building = build();
  await new Promise((resolve) => {
    setTimeout(resolve, 250);
  });
  await app.server.stop();
  await building;
  const manifests = await app.context.database.reader
    .selectFrom('snapshot_manifest')
    .select('seq')
    .where('shop', '=', 'pc')
    .where('seq', '>', 0)
    .execute();
  const blocks = await app.context.database.reader.selectFrom('snapshot_block').select('hash').execute();
  expect([manifests, blocks]).toEqual([[], []]);
  await app.stop();
  app = await startTestApp({ dataDir, snapshotTimes: { settleMs: 10, quietMs: 10, longestBurstMs: 10 } });
  await expect.poll(async () => (await readManifest('pc')).manifest.rows).toBe(6_000);
  await checkSnapshot('pc');
});

it('blocks that one shop reuses stay while the snapshot of another one is stored', async () => {
  await fill(1);
  await build();
  // As after a restore: the blocks are there, and no manifest names them.
  await app.context.database.writer.deleteFrom('snapshot_manifest').execute();
  await app.server.snapshots.build();
  expect((await readManifest('pc')).manifest.rows).toBe(1);
  await checkSnapshot('pc');
});

it('a failed build is retried, also when nothing changes any more', async () => {
  await app.stop();
  let tries = 0;
  const failsTwice: BuildSnapshots = (task, store) => {
    tries += 1;
    if (tries > 2) return buildSnapshotsHere(task, store);
    return { done: Promise.reject(new Error('no room')), stop: () => Promise.resolve() };
  };
  app = await startTestApp({
    buildSnapshots: failsTwice,
    snapshotTimes: { settleMs: 20, quietMs: 60_000, longestBurstMs: 60_000 },
  });
  await expect.poll(async () => (await readManifest('pc')).response.status).toBe(200);
});

it('a small shop that was empty before gets its snapshots after a short pause', async () => {
  await app.stop();
  app = await startTestApp({ snapshotTimes: { settleMs: 20, quietMs: 60_000, longestBurstMs: 60_000 } });
  await expect.poll(async () => (await readManifest('pc')).response.status).toBe(200);
  await fill(200);
  await expect.poll(async () => (await readManifest('pc')).manifest.rows).toBe(200);
  await app.context.products.deleteProducts('pc', [7]);
  await expect.poll(async () => (await readManifest('pc')).manifest.rows).toBe(199);
});

it('a burst of changes starts a build', async () => {
  await app.stop();
  app = await startTestApp({
    buildSnapshots: buildInProcess,
    snapshotTimes: { settleMs: 50, quietMs: 60_000, longestBurstMs: 60_000 },
  });
  await fill(1_200);
  await expect.poll(async () => (await readManifest('pc')).manifest.rows).toBe(1_200);
  // Built by another process, whose blocks are copied to this one.
  await checkSnapshot('pc');
});

it('a built snapshot is announced to other nodes at once', async () => {
  await fill(5);
  const tellOthers = vi.spyOn(app.context.bus, 'tellOthers');
  await build();
  expect(tellOthers).toHaveBeenCalledWith({ type: 'shop-written', shop: 'pc' });
});
