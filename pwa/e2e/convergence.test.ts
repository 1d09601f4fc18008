import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogPage } from '#sync/worker/engine-api.ts';
import { purgeTombstones } from '#api/catalog/feed.repository.ts';
import { startTestApp } from '#api/testing/test-app.ts';
import type { TestApp } from '#api/testing/test-app.ts';
import { createDevice, syncShop } from './testing/device.ts';
import type { Device, Tab } from './testing/device.ts';

let app: TestApp;
let device: Device;

const SNAPSHOT_TIMES = { settleMs: 20, quietMs: 200, longestBurstMs: 1_000 };

beforeEach(async () => {
  app = await startTestApp({ snapshotTimes: SNAPSHOT_TIMES });
  device = createDevice(app.url);
});
afterEach(async () => {
  device.closeAll();
  await app.stop();
});

const fieldsOf = (number: number): object => ({
  title: `Part ${number} ${['corsair', 'İstanbul', 'straße', 'µ™'][number % 4]}`,
  main_category: ['Components', 'Cooling'][number % 2],
  category: ['Memory', 'Fan', 'Case'][number % 3],
  price: String(number % 7),
  description: `<h2>Part ${number}</h2><p>text</p>`,
  link: `https://example.com/?q=${encodeURIComponent(`Part ${number}`)}`,
});

/** All cards that a browse state shows, over all pages; what says where it comes from must come from the device. */
async function listAll(read: (state: BrowseState) => Promise<CatalogPage>, state: BrowseState): Promise<unknown[]> {
  const cards: unknown[] = [];
  for (let page = 1; ; page++) {
    const answer = await read({ ...state, page });
    if (answer.source !== undefined) expect(answer.source).toBe('device');
    cards.push(...answer.cards);
    if (answer.cards.length === 0) {
      expect(cards.length).toBe(answer.total);
      return cards;
    }
  }
}

async function askServer(shop: ShopKey, state: BrowseState): Promise<CatalogPage> {
  const query = new URLSearchParams({ search: state.search, page: String(state.page) });
  if (state.mainCategory !== null) query.set('mainCategory', state.mainCategory);
  if (state.sort !== null) query.set('sort', state.sort);
  return (await fetch(`${app.url}/api/sync/${shop}/browse?${query}`)).json() as Promise<CatalogPage>;
}

/** The device shows exactly what the server shows, in the same order, and holds each product whole. */
async function expectLevel(tab: Tab, shop: ShopKey): Promise<void> {
  const states: BrowseState[] = [
    EMPTY_BROWSE_STATE,
    { ...EMPTY_BROWSE_STATE, sort: 'priceAsc' },
    { ...EMPTY_BROWSE_STATE, sort: 'views' },
    { ...EMPTY_BROWSE_STATE, mainCategory: 'Cooling', search: 'İ' },
  ];
  for (const state of states) {
    const local = await listAll((page) => tab.engine.browse(shop, page), state);
    const remote = await listAll((page) => askServer(shop, page), state);
    expect(local).toEqual(remote);
  }
  const cards = (await listAll((page) => tab.engine.browse(shop, page), EMPTY_BROWSE_STATE)) as { id: number }[];
  for (const { id } of cards.filter((_card, place) => place % 5 === 0)) {
    expect(await tab.engine.product(shop, id)).toEqual(
      await (await fetch(`${app.url}/api/products/${id}?shop=${shop}`)).json(),
    );
  }
}

async function pullAgain(tab: Tab, shop: ShopKey): Promise<void> {
  const { count } = (await (await fetch(`${app.url}/api/sync/${shop}/changes?epoch=x&since=0`)).json()) as {
    count?: number;
  };
  expect(count).toBeUndefined();
  // A pull under way may have asked before the last change: the one after it has not.
  for (let pull = 0; pull < 2; pull++) {
    const askedAtMs = Date.now();
    await tab.engine.refresh();
    await tab.waitFor(
      shop,
      (status) => !status.isPulling && status.problem === null && (status.lastPulledAtMs ?? 0) > askedAtMs,
      'the pull to end',
    );
  }
}

const save = (from: number, count: number, more: object = {}) =>
  app.context.products.saveProducts(
    'pc',
    Array.from({ length: count }, (_, place) => ({ id: from + place, fields: { ...fieldsOf(from + place), ...more } })),
  );

async function snapshotReady(rows: number): Promise<void> {
  for (;;) {
    const reply = await fetch(`${app.url}/api/sync/pc/manifest`);
    if (reply.ok && ((await reply.json()) as { rows: number }).rows === rows) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('[CAT7] a device and the server', () => {
  it('are level after a first sync, and after changes, deletes and ids that live again', async () => {
    await save(1, 300);
    await snapshotReady(300);
    const tab = device.openTab();
    await syncShop(tab, 'pc');
    await expectLevel(tab, 'pc');
    await save(20, 50, { title: 'Changed' });
    await app.context.products.deleteProducts('pc', [1, 2, 3, 25, 299]);
    await save(2, 1, { title: 'Lives again' });
    await tab.engine.refresh();
    await expect.poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(296);
    await expectLevel(tab, 'pc');
  });

  it('are level after any history, with the device offline at any time, killed at any time', async () => {
    await save(1, 60);
    await snapshotReady(60);
    const operation = fc.oneof(
      fc.record({
        kind: fc.constant('save' as const),
        from: fc.integer({ min: 1, max: 80 }),
        count: fc.integer({ min: 1, max: 10 }),
      }),
      fc.record({
        kind: fc.constant('delete' as const),
        from: fc.integer({ min: 1, max: 80 }),
        count: fc.integer({ min: 1, max: 10 }),
      }),
      fc.record({ kind: fc.constant('pull' as const) }),
      fc.record({ kind: fc.constant('kill' as const), afterMs: fc.integer({ min: 0, max: 30 }) }),
      fc.record({ kind: fc.constant('snapshot' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (history) => {
        const fresh = createDevice(app.url);
        let tab = fresh.openTab();
        await tab.engine.openShop('pc');
        for (const step of history) {
          if (step.kind === 'save') await save(step.from, step.count, { title: `T${Math.random()}` });
          else if (step.kind === 'delete')
            await app.context.products.deleteProducts(
              'pc',
              Array.from({ length: step.count }, (_, place) => step.from + place),
            );
          else if (step.kind === 'snapshot') await app.server.snapshots.build(['pc']);
          else if (step.kind === 'pull') await tab.engine.refresh();
          else {
            await new Promise((resolve) => setTimeout(resolve, step.afterMs));
            tab.close();
            tab = fresh.openTab();
            await tab.engine.openShop('pc');
          }
        }
        const { total } = await askServer('pc', EMPTY_BROWSE_STATE);
        await syncShop(tab, 'pc');
        await tab.engine.refresh();
        await expect.poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(total);
        await pullAgain(tab, 'pc');
        await expectLevel(tab, 'pc');
        fresh.closeAll();
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

/** A fetch that lets a test change replies by path. */
function breakReplies(change: (path: string, reply: Response) => Promise<Response> | Response): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    return change(url.pathname, await fetch(input, init));
  };
}

const portal = (): Response =>
  new Response('<!doctype html><p>Accept our terms', { status: 200, headers: { 'content-type': 'text/html' } });

describe("[PULL6] replies that are not our server's", () => {
  it.each([
    ['a captive portal', () => portal()],
    [
      'a portal that claims JSON',
      () => new Response('<p>terms', { status: 200, headers: { 'content-type': 'application/json' } }),
    ],
    ['JSON of another shape', () => Response.json({ hello: 'world' })],
    [
      'a body cut in the middle',
      async (reply: Response) => new Response((await reply.text()).slice(0, -20), { headers: reply.headers }),
    ],
  ])('%s leaves the last good data and says so', async (_name, change) => {
    await save(1, 30);
    await snapshotReady(30);
    let isBroken = false;
    const tab = device.openTab(
      breakReplies((path, reply) => (isBroken && path.startsWith('/api/') ? change(reply) : reply)),
    );
    await syncShop(tab, 'pc');
    isBroken = true;
    await save(31, 1);
    await tab.engine.refresh();
    await tab.waitFor('pc', (status) => status.problem === 'foreign-reply', 'the problem to show');
    expect((await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(30);
    isBroken = false;
    await tab.engine.refresh();
    await expect.poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(31);
    await tab.waitFor('pc', (status) => status.problem === null, 'the problem to go');
  });

  it('[CAT6] a block that arrives damaged is asked for again and never stored', async () => {
    await save(1, 30);
    await snapshotReady(30);
    let damaged = 0;
    const tab = device.openTab(
      breakReplies(async (path, reply) => {
        if (!path.startsWith('/api/sync/blocks/') || damaged >= 3) return reply;
        damaged += 1;
        const bytes = new Uint8Array(await reply.arrayBuffer());
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
        return new Response(bytes, { headers: reply.headers });
      }),
    );
    await syncShop(tab, 'pc');
    expect(damaged).toBe(3);
    await expectLevel(tab, 'pc');
  });

  it('[CAT10] one row in 1,000 that cannot be read is put aside, the others and the cursor go on', async () => {
    await save(1, 10);
    await snapshotReady(10);
    const tab = device.openTab(
      breakReplies(async (path, reply) => {
        if (!path.endsWith('/changes')) return reply;
        const page = (await reply.json()) as { products?: Record<string, unknown>[] };
        for (const product of page.products ?? []) if (product['id'] === 500) product['price'] = '-5';
        return Response.json(page);
      }),
    );
    await syncShop(tab, 'pc');
    await save(11, 1_000);
    await tab.engine.refresh();
    const status = await tab.waitFor('pc', ({ rowsPutAside }) => rowsPutAside === 1, 'the row to be put aside');
    expect(status.problem).toBeNull();
    expect((await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(1_009);
  });
});

describe('[CAT8] damage on the device', () => {
  /** Changes one byte of every stored cards block, as a broken disk would. */
  async function damageBlocks(kind: 'cards' | 'details'): Promise<void> {
    const { blocks } = (await (await fetch(`${app.url}/api/sync/pc/manifest`)).json()) as {
      blocks: { hash: string; kind: string }[];
    };
    const wanted = new Set(blocks.filter((block) => block.kind === kind).map((block) => block.hash));
    const name = (await device.indexedDB.databases())[0]?.name ?? '';
    const open = device.indexedDB.open(name);
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const store = open.result.transaction('blocks', 'readwrite').objectStore('blocks');
    const all = store.getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    for (const record of all.result as { hash: string; bytes: ArrayBuffer }[]) {
      if (!wanted.has(record.hash)) continue;
      const bytes = new Uint8Array(record.bytes);
      bytes[bytes.length - 2] = (bytes[bytes.length - 2] as number) ^ 0xff;
      store.put(record);
    }
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    open.result.close();
  }

  it.each(['cards', 'details'] as const)(
    'in a %s block is noticed and only that block is fetched again',
    async (kind) => {
      await save(1, 30);
      await snapshotReady(30);
      const first = device.openTab();
      await syncShop(first, 'pc');
      first.close();
      await damageBlocks(kind);
      const paths: string[] = [];
      const second = device.openTab(
        breakReplies((path, reply) => {
          paths.push(path);
          return reply;
        }),
      );
      await second.engine.openShop('pc');
      // Details are read when a product is opened; the answer then comes from the server, and the block at the next pull.
      expect(await second.engine.product('pc', 7)).toMatchObject({ id: 7 });
      await second.engine.refresh();
      await expect.poll(() => paths.filter((path) => path.startsWith('/api/sync/blocks/')).length).toBe(1);
      await syncShop(second, 'pc');
      await expectLevel(second, 'pc');
      expect(paths.filter((path) => path.startsWith('/api/sync/blocks/')).length).toBe(1);
    },
  );
});

describe('[CAT9] a server with another past', () => {
  it('an older database file put back: what it does not know is gone, what it has since is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hexlime-restore-'));
    await app.stop();
    app = await startTestApp({ dataDir: folder, snapshotTimes: SNAPSHOT_TIMES });
    const restoring = createDevice(app.url);
    await save(1, 40);
    await snapshotReady(40);
    const backup = join(folder, 'backup.sqlite');
    const live = new Sqlite(app.context.config.databaseFile);
    live.exec(`VACUUM INTO '${backup}'`);
    live.close();
    await save(41, 20);
    await app.context.products.deleteProducts('pc', [1, 2]);
    // The server comes back on another port; to the device it is the same.
    const origin = app.url;
    const tab = restoring.openTab((input, init) => fetch(String(input).replace(origin, app.url), init));
    await syncShop(tab, 'pc');
    await tab.engine.refresh();
    await expect.poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(58);
    await app.stop();
    await Promise.all(
      ['', '-wal', '-shm'].map((end) => rm(`${app.context.config.databaseFile}${end}`, { force: true })),
    );
    await copyFile(backup, app.context.config.databaseFile);
    app = await startTestApp({ dataDir: folder, snapshotTimes: SNAPSHOT_TIMES });
    await save(50, 3, { title: 'After the restore' });
    await tab.engine.refresh();
    // The restored server makes its snapshot first, and says when to come back.
    await expect
      .poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total, { timeout: 10_000 })
      .toBe(43);
    await pullAgain(tab, 'pc');
    await expectLevel(tab, 'pc');
    restoring.closeAll();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
    app = await startTestApp();
  });

  it('a cursor below the tombstone floor: no deleted row stays visible', async () => {
    await save(1, 40);
    await snapshotReady(40);
    const first = device.openTab();
    await syncShop(first, 'pc');
    first.close();
    await app.context.products.deleteProducts('pc', [5, 6, 7]);
    await save(8, 1, { title: 'Newer' });
    await app.context.products.deleteProducts('pc', [9]);
    await app.context.database.writer
      .transaction()
      .execute((trx) => purgeTombstones(trx, 'pc', Number.MAX_SAFE_INTEGER));
    await app.context.states.refresh(['pc']);
    const second = device.openTab();
    await second.engine.openShop('pc');
    await expect.poll(async () => (await second.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(36);
    await pullAgain(second, 'pc');
    await expectLevel(second, 'pc');
  });
});

describe('[LEAD5] two tabs', () => {
  it('one leads, both show a change, and the other takes over when it closes', async () => {
    await save(1, 20);
    await snapshotReady(20);
    const first = device.openTab();
    const second = device.openTab();
    await Promise.all([syncShop(first, 'pc'), second.engine.openShop('pc')]);
    await expect.poll(async () => (await second.engine.browse('pc', EMPTY_BROWSE_STATE)).source).toBe('device');
    expect([first.status('pc')?.isLeader, second.status('pc')?.isLeader]).toEqual([true, false]);
    await save(21, 5);
    await expect
      .poll(async () => (await second.engine.browse('pc', EMPTY_BROWSE_STATE)).total, { timeout: 1_000 })
      .toBe(25);
    expect((await first.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(25);
    first.close();
    await expect.poll(() => second.status('pc')?.isLeader).toBe(true);
    await save(26, 5);
    await expect
      .poll(async () => (await second.engine.browse('pc', EMPTY_BROWSE_STATE)).total, { timeout: 2_000 })
      .toBe(30);
    await expectLevel(second, 'pc');
  });
});

describe('[PULL3] 100 changed and 10 deleted while the device was away', () => {
  it('arrive in one request of under 10 KB', async () => {
    await save(1, 400);
    await snapshotReady(400);
    const first = device.openTab();
    await syncShop(first, 'pc');
    first.close();
    await save(101, 100, { title: 'Changed while away' });
    await app.context.products.deleteProducts(
      'pc',
      Array.from({ length: 10 }, (_, place) => place + 1),
    );
    const sizes: number[] = [];
    const second = device.openTab(async (input, init) => {
      if (new URL(String(input)).pathname.startsWith('/api/sync/pc/')) {
        const reply = await fetch(input, { ...init, headers: { 'accept-encoding': 'br' } });
        sizes.push(Number(reply.headers.get('content-length')));
        return reply;
      }
      return fetch(input, init);
    });
    await second.engine.openShop('pc');
    await expect.poll(async () => (await second.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(390);
    expect(sizes.length).toBeLessThanOrEqual(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000);
  });
});

describe('views', () => {
  it('arrive by their own feed and order the shop, without touching a product', async () => {
    await save(1, 20);
    await snapshotReady(20);
    const tab = device.openTab();
    await syncShop(tab, 'pc');
    const before = await (await fetch(`${app.url}/api/products/9?shop=pc`)).json();
    await tab.engine.recordView('pc', 9);
    await tab.engine.recordView('pc', 9);
    await expect
      .poll(
        async () => {
          await tab.engine.refresh();
          return (await tab.engine.browse('pc', { ...EMPTY_BROWSE_STATE, sort: 'views' })).cards[0];
        },
        { timeout: 15_000 },
      )
      .toMatchObject({ id: 9, view_count: 1 });
    const after = await (await fetch(`${app.url}/api/products/9?shop=pc`)).json();
    expect(after).toEqual({ ...(before as object), view_count: 1 });
    await expectLevel(tab, 'pc');
  });
});

describe('[LEAD6] a leader that cannot go on', () => {
  /** Empties the device's database behind the engine's back, as a browser does that needs the room. */
  async function emptyDatabase(): Promise<void> {
    const name = (await device.indexedDB.databases())[0]?.name ?? '';
    const open = device.indexedDB.open(name);
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const stores = [...open.result.objectStoreNames];
    const transaction = open.result.transaction(stores, 'readwrite');
    for (const store of stores) transaction.objectStore(store).clear();
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    open.result.close();
  }

  it('an emptied storage is noticed and filled again, and other tabs get their share', async () => {
    await save(1, 30);
    await snapshotReady(30);
    const tab = device.openTab();
    await syncShop(tab, 'pc');
    await emptyDatabase();
    await save(31, 2);
    await expect
      .poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total, { timeout: 10_000 })
      .toBe(32);
    await expectLevel(tab, 'pc');
    const second = device.openTab();
    await second.engine.openShop('pc');
    await expect
      .poll(async () => (await second.engine.browse('pc', EMPTY_BROWSE_STATE)).source, { timeout: 10_000 })
      .toBe('device');
    await expectLevel(second, 'pc');
  });

  it('code that could not be loaded once is loaded again', async () => {
    await save(1, 5);
    await snapshotReady(5);
    let failures = 0;
    const tab = device.openTab(fetch, () => (failures++ === 0 ? Promise.reject(new TypeError('offline')) : undefined));
    await expect
      .poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total, { timeout: 10_000 })
      .toBe(5);
    await syncShop(tab, 'pc');
    await expectLevel(tab, 'pc');
  });
});

describe('[CAT12] what the server no longer has, or never gave', () => {
  it('a block of an old snapshot that is gone on the server leads to the newest snapshot', async () => {
    await save(1, 30);
    await snapshotReady(30);
    const withoutDetails = device.openTab(
      breakReplies((path, reply) =>
        path.startsWith('/api/sync/blocks/') && reply.headers.get('content-encoding') === null && isDetails(path)
          ? new Response(null, { status: 502, headers: { 'content-type': 'text/html' } })
          : reply,
      ),
    );
    await withoutDetails.engine.openShop('pc');
    await withoutDetails.waitFor(
      'pc',
      (status) => status.catalogue === 'ready' && status.problem !== null,
      'cards alone',
    );
    withoutDetails.close();
    for (let change = 0; change < 5; change++) {
      await save(1, 1, { description: `<p>${change}</p>` });
      await app.server.snapshots.build(['pc']);
    }
    const tab = device.openTab();
    await syncShop(tab, 'pc');
    await expectLevel(tab, 'pc');
  });

  /** Whether a block is one of details: their hashes are those of the first manifest. */
  const detailHashes = new Set<string>();
  const isDetails = (path: string): boolean => detailHashes.has(path.split('/').at(-1) ?? '');
  beforeEach(async () => {
    await save(1, 30);
    await snapshotReady(30);
    const { blocks } = (await (await fetch(`${app.url}/api/sync/pc/manifest`)).json()) as {
      blocks: { hash: string; kind: string }[];
    };
    for (const { hash, kind } of blocks) if (kind === 'details') detailHashes.add(hash);
  });

  it('a digest that cannot match is repaired once, not at every pull', async () => {
    const paths: string[] = [];
    const tab = device.openTab(
      breakReplies(async (path, reply) => {
        paths.push(path);
        if (!path.endsWith('/pc/changes')) return reply;
        const page = (await reply.json()) as { digest?: number };
        return Response.json(page.digest === undefined ? page : { ...page, digest: (page.digest + 1) % 2 ** 32 });
      }),
    );
    await syncShop(tab, 'pc');
    await pullAgain(tab, 'pc');
    paths.length = 0;
    for (let pull = 0; pull < 3; pull++) {
      await tab.engine.refresh();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(paths.filter((path) => path.endsWith('/pc/manifest')).length).toBe(0);
    await save(40, 1);
    await expect.poll(async () => (await tab.engine.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(31);
    expect(paths.filter((path) => path.endsWith('/pc/manifest')).length).toBe(0);
  });

  it('[CAT10] a row that was put aside counts no more when it arrives mended', async () => {
    let isBroken = true;
    const tab = device.openTab(
      breakReplies(async (path, reply) => {
        if (!path.endsWith('/changes') || !isBroken) return reply;
        const page = (await reply.json()) as { products?: Record<string, unknown>[] };
        for (const product of page.products ?? []) product['price'] = '-5';
        return Response.json(page);
      }),
    );
    await syncShop(tab, 'pc');
    await save(7, 1, { title: 'Broken on the way' });
    await tab.waitFor('pc', ({ rowsPutAside }) => rowsPutAside === 1, 'the row to be put aside');
    isBroken = false;
    await save(7, 1, { title: 'Mended' });
    await tab.waitFor('pc', ({ rowsPutAside }) => rowsPutAside === 0, 'the note to go');
    await expectLevel(tab, 'pc');
  });
});
