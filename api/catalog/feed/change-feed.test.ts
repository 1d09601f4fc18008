import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { addDigest } from '#contract/blocks/digest.ts';
import { getChanges, otherShopSchema } from '#contract/http/catalog.ts';
import { encodeClaim } from '#contract/http/shop-claim.ts';
import { TOMBSTONE_DAYS } from '#contract/limits.ts';
import { MAX_CHANGES_BYTES } from './change-feed.ts';
import { MAX_OTHER_CHANGES } from './other-shops.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { FeedClient } from '../../testing/clients/feed-client.ts';
import { generateProducts, inBatches } from '../../testing/generate-products.ts';
import { startTestApp } from '../../testing/apps/test-app.ts';
import type { TestApp } from '../../testing/apps/test-app.ts';
import { createRetentionJob } from '../../retention.ts';
import { addViews } from '../products/view.repository.ts';
import { property } from '../../testing/hostile/fuzz.ts';

const FIELDS = { title: 'Lamp', main_category: 'Light', category: 'Desk' };
const DAY_MS = 86_400_000;

let app: TestApp;
let clockMs: number;

const changes = async (query: string, shop = 'pc') => {
  const response = await fetch(`${app.url}/api/sync/${shop}/changes?${query}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const follow = () => new FeedClient(app.url, 'pc', app.context.states.epoch);

beforeEach(async () => {
  clockMs = Date.UTC(2026, 0, 1);
  app = await startTestApp({ now: () => clockMs });
});
afterEach(() => app.stop());

it('[R2] the feed returns each row exactly once for any page size, also when all rows have one updated_at', async () => {
  await app.context.products.saveProducts('pc', [...generateProducts(1_000)]);
  await app.context.database.writer.updateTable('product').set({ updated_at: clockMs }).execute();
  for (const limit of [1, 7, 100, 500]) {
    const seen: number[] = [];
    let [since, more] = [0, true];
    while (more && seen.length < 2_000) {
      const page = JSON.parse((await changes(`epoch=${app.context.states.epoch}&since=${since}&limit=${limit}`)).text);
      seen.push(...(page.products ?? []).map(({ id }: { id: number }) => id));
      expect((page.products ?? []).length).toBeLessThanOrEqual(limit);
      ({ seq: since, more } = page);
      if (limit === 1 && seen.length === 20) break;
    }
    const wanted = limit === 1 ? 20 : 1_000;
    expect(seen).toEqual(Array.from({ length: wanted }, (_, index) => index + 1));
  }
});

it('[R4] the feed sends deletes and changes in one order, and a re-created product is back', async () => {
  const client = follow();
  await app.context.products.saveProducts('pc', [...generateProducts(30)]);
  await client.pull(4);
  await app.context.products.deleteProducts('pc', [1, 2, 3, 4, 5]);
  await app.context.products.saveProducts('pc', [
    { id: 7, fields: { rate: 1 } },
    { id: 3, fields: FIELDS },
  ]);
  await app.context.products.deleteProducts('pc', [7]);
  await client.pull(2);
  expect([...client.products.keys()].toSorted((a, b) => a - b).slice(0, 4)).toEqual([3, 6, 8, 9]);
  expect(client.products.get(3)?.title).toBe('Lamp');
});

it('[CAT8] the feed sends the digest of each row, and the sum of all digests is the digest of the shop', async () => {
  await app.context.products.saveProducts('pc', [...generateProducts(30)]);
  await app.context.products.deleteProducts('pc', [7]);
  const page = getChanges.reply.parse(JSON.parse((await changes(`epoch=${app.context.states.epoch}&since=0`)).text));
  if ('refetch' in page) throw new Error('the feed asks for a snapshot');
  const products = page.products as { id: number; seq: number }[];
  expect(page.digests?.map(([id, seq]) => [id, seq])).toEqual(products.map(({ id, seq }) => [id, seq]));
  expect(page.digests?.reduce((sum, [, , digest]) => addDigest(sum, digest), 0)).toBe(page.digest);
  expect(page.count).toBe(29);
});

it('[R8] the feed answers in under 200 bytes when nothing is new', async () => {
  await app.context.products.saveProducts('pc', [...generateProducts(3)]);
  const first = `epoch=${app.context.states.epoch}&since=3&views=0`;
  const { proof, viewsProof } = JSON.parse((await changes(first)).text);
  const { text } = await changes(`${first}&proof=${proof}&viewsProof=${viewsProof}`);
  expect(text.length).toBeLessThan(200);
  expect(JSON.parse(text)).toMatchObject({ seq: 3, more: false, count: 3 });
});

/** Returns the claim of a device that is up to date with a shop. */
async function claim(shop: ShopKey): Promise<string> {
  const { epoch } = app.context.states;
  const first = JSON.parse((await changes(`epoch=${epoch}&since=0`, shop)).text);
  const { seq, viewsSeq, snapshotSeq, count, digest, proof, viewsProof } = first;
  return encodeClaim({
    since: seq,
    views: viewsSeq,
    snapshotSeq,
    sum: { count, digest },
    ...(proof && { proof }),
    ...(viewsProof && { viewsProof }),
  });
}

describe('[PULL7] a call that asks for all shops', () => {
  const others = ['default', 'ayz', 'smart'] as const;
  const ask = async (claims: Partial<Record<ShopKey, string>>) => {
    const query = new URLSearchParams({ epoch: app.context.states.epoch, since: '0', ...claims });
    const { status, text } = await changes(String(query));
    return { status, text, page: JSON.parse(text) };
  };

  it('is answered in under 200 bytes when nothing is new', async () => {
    const claims = Object.fromEntries(await Promise.all(others.map(async (shop) => [shop, await claim(shop)])));
    const first = await ask(claims);
    expect(first.page.others).toEqual({ default: 1, ayz: 1, smart: 1 });
    const { proof, viewsProof } = first.page;
    const { text } = await ask({ ...claims, proof, viewsProof });
    expect(text.length).toBeLessThan(200);
  });

  it('includes the changes of another shop if they are few, also when its reply was cached before', async () => {
    const claims = { ayz: await claim('ayz') };
    expect((await ask(claims)).page.others).toEqual({ ayz: 1 });
    const [saved] = await app.context.products.saveProducts('ayz', [{ fields: FIELDS }]);
    const { ayz } = (await ask(claims)).page.others;
    expect(getChanges.reply.parse(ayz)).toMatchObject({ more: false, count: 1, products: [{ title: 'Lamp' }] });
    expect(saved).toBeDefined();
  });

  it('leaves out a shop with many changes, and asks a device of another epoch to fetch it again', async () => {
    const claims = { ayz: await claim('ayz'), smart: 'new' };
    await app.context.products.saveProducts(
      'ayz',
      Array.from({ length: MAX_OTHER_CHANGES + 1 }, () => ({ fields: FIELDS })),
    );
    expect((await ask(claims)).page.others?.ayz).toBeUndefined();
    const { text } = await changes(`epoch=other&since=0&ayz=${claims.ayz}`);
    expect(JSON.parse(text)).toMatchObject({ refetch: true, others: { ayz: { refetch: true } } });
  });

  it('brings the snapshot of a shop that the device does not have, with the changes since', async () => {
    await app.server.snapshots.build(['ayz']);
    await app.context.products.saveProducts('ayz', [{ fields: FIELDS }]);
    const { ayz } = (await ask({ ayz: 'new' })).page.others;
    expect(otherShopSchema.parse(ayz)).toMatchObject({ manifest: { epoch: app.context.states.epoch }, changes: {} });
    const rows = ayz.manifest.rows + (ayz.changes.products?.length ?? 0);
    expect([rows, ayz.changes.count, ayz.changes.more]).toEqual([1, 1, false]);
  });

  it.each(['', '1', '1~2', 'new~', '1~2~3~4~5~6~7~8', '-1~0~0~~~', '1~0~0~~\u0000~'])(
    'is rejected with the unreadable claim %j',
    async (text) => {
      expect(await ask({ ayz: text })).toMatchObject({ status: 400, page: { code: 'bad-cursor' } });
    },
  );
});

it('[R9] the feed limits pages in bytes, and sends a row above the limit in a page of its own', async () => {
  const description = 'x'.repeat(180_000);
  const products = Array.from({ length: 7 }, () => ({ fields: { ...FIELDS, description } }));
  await app.context.products.saveProducts('pc', products);
  const client = follow();
  await client.pull();
  expect(client.pages).toBe(4);
  expect(client.largestBytes).toBeLessThan(MAX_CHANGES_BYTES + 1_000);
});

it.skipIf(process.env['NIGHT'] !== '1')(
  '[R9] the feed updates a client that is 100,000 changes behind, page by page (with NIGHT=1)',
  async () => {
    for (const batch of inBatches(generateProducts(50_000), 2_000))
      await app.context.products.saveProducts('pc', batch);
    for (const batch of inBatches(generateProducts(50_000, 2), 2_000))
      await app.context.products.saveProducts('pc', batch);
    expect(app.context.states.get('pc').seq).toBeGreaterThan(99_000);
    const client = follow();
    await client.pull();
    expect(client.products.size).toBe(50_000);
    expect(client.largestBytes).toBeLessThan(1_000_000);
  },
  120_000,
);

it('[R5] the feed asks a client below the tombstone floor to refetch, and not one above it', async () => {
  await app.context.products.saveProducts('pc', [...generateProducts(5)]);
  await app.context.products.deleteProducts('pc', [1]);
  await app.context.products.deleteProducts('pc', [2]);
  await app.server.snapshots.build(['pc']);
  const purgeTombstones = createRetentionJob('product-tombstones', app.context);
  clockMs += (TOMBSTONE_DAYS - 1) * DAY_MS;
  await purgeTombstones.run();
  expect(app.context.states.get('pc').floor).toBe(0);
  clockMs += 2 * DAY_MS;
  await purgeTombstones.run();
  expect(app.context.states.get('pc').floor).toBe(7);
  const { epoch } = app.context.states;
  expect(JSON.parse((await changes(`epoch=${epoch}&since=6`)).text)).toEqual({ refetch: true, epoch });
  expect(JSON.parse((await changes(`epoch=${epoch}&since=7`)).text)).toMatchObject({ more: false, count: 3 });
});

it('a tombstone is kept until a snapshot is newer than the deletion', async () => {
  await app.server.snapshots.build(['pc']);
  await app.context.products.saveProducts('pc', [...generateProducts(5)]);
  await app.context.products.deleteProducts('pc', [1]);
  clockMs += 200 * DAY_MS;
  await createRetentionJob('product-tombstones', app.context).run();
  expect(app.context.states.get('pc').floor).toBe(0);
});

it('[R6] the feed asks a client of another epoch, and one with a cursor from the future, to refetch', async () => {
  const { epoch } = app.context.states;
  expect(JSON.parse((await changes('epoch=another&since=0')).text)).toEqual({ refetch: true, epoch });
  expect(JSON.parse((await changes(`epoch=${epoch}&since=1`)).text)).toEqual({ refetch: true, epoch });
});

it('the feed sends view counts by their own cursor and never as changes of products', async () => {
  await app.context.products.saveProducts('pc', [...generateProducts(3)]);
  const client = follow();
  await client.pull();
  await addViews(
    app.context.write,
    'pc',
    new Map([
      [2, 5],
      [3, 1],
      [99, 4],
    ]),
  );
  await app.context.states.refresh(['pc']);
  const { text } = await changes(`epoch=${client.epoch}&since=3&views=0`);
  expect(JSON.parse(text)).toMatchObject({
    seq: 3,
    viewsSeq: 2,
    views: [
      [2, 5],
      [3, 1],
    ],
  });
  expect(JSON.parse(text)).not.toHaveProperty('products');
  await client.pull();
  expect(client.products.get(2)?.view_count).toBe(5);
});

it('the feed sends many view counts in pages', async () => {
  for (const batch of inBatches(generateProducts(2_500), 500)) await app.context.products.saveProducts('pc', batch);
  for (const ids of inBatches(
    Array.from({ length: 2_500 }, (_, index) => index + 1),
    500,
  )) {
    await addViews(app.context.write, 'pc', new Map(ids.map((id) => [id, id])));
  }
  await app.context.states.refresh(['pc']);
  const client = follow();
  client.cursor = 2_500;
  const first = JSON.parse((await changes(`epoch=${client.epoch}&since=2500`)).text);
  expect(first).toMatchObject({ more: true, viewsSeq: 2_000 });
  const second = JSON.parse((await changes(`epoch=${client.epoch}&since=2500&views=2000`)).text);
  expect(second.views).toHaveLength(500);
  expect(second).toMatchObject({ more: false, viewsSeq: 2_500 });
});

it('a request after a change is answered with the change, even while an older response is still being built', async () => {
  // Large enough that the change falls into the time that compressing the older response takes.
  await app.context.products.saveProducts('pc', [...generateProducts(450)]);
  const url = `epoch=${app.context.states.epoch}&since=0`;
  for (let round = 1; round <= 20; round++) {
    const older = changes(url);
    for (let turn = 0; turn < round; turn++) await setImmediate();
    await app.context.products.saveProducts('pc', [{ fields: FIELDS }]);
    const newer = changes(url);
    expect(JSON.parse((await newer).text).seq).toBe(450 + round);
    await older;
  }
});

it('the feed answers any cursor with a page, refetch or bad-cursor, and nothing else', async () => {
  const { epoch } = app.context.states;
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom('0', '1', '', ' 1', '01', '1e3', '0x1', '9007199254740993', epoch),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom('epoch', 'since', 'views', 'limit', 'other'), value),
      async (query) => {
        const search = new URLSearchParams(query).toString();
        const { status, text } = await changes(search, SHOP_KEYS[0]);
        const body = JSON.parse(text);
        if (status === 200) expect(getChanges.reply.safeParse(body).success).toBe(true);
        else expect([status, body.code]).toEqual([400, 'bad-cursor']);
      },
    ),
    property(300),
  );
});
