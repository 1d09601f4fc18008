import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { DETAILS_BLOCK_IDS } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopRecord } from '#sync/catalog/store/catalog-store.ts';
import { readTable } from '../simulation/disks/read-disk.ts';
import { createDevice, syncShop } from '../support/device.ts';
import { usePcShop } from '../support/shops/pc-shop.ts';

const pc = usePcShop();
const { save, snapshotReady, askServer, expectInSync, pullAgain } = pc;

describe('[CAT7] a device and the server', () => {
  it('agree after a first sync, and after changes, deletes and reused ids', async () => {
    await save(1, 300);
    await snapshotReady(300);
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    await expectInSync(tab, 'pc');
    await save(20, 50, { title: 'Changed' });
    await pc.app.context.products.deleteProducts('pc', [1, 2, 3, 25, 299]);
    await save(2, 1, { title: 'Lives again' });
    await tab.engine.refresh();
    await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(296);
    await expectInSync(tab, 'pc');
    // [CAT28] The list's record names the newest change that the device has.
    const { last_updated_at: newestMs, seq } = await pc.app.context.database.reader
      .selectFrom('shop')
      .select(['last_updated_at', 'seq'])
      .where('key', '=', 'pc')
      .executeTakeFirstOrThrow();
    const newest = new Date(newestMs).toISOString();
    const lists = () => readTable(pc.device.indexedDB, pc.device.name, 'lists') as Partial<ShopRecord>[];
    expect(lists().find(({ shop }) => shop === 'pc')).toMatchObject({ cursor: seq, updated_at: newest });
  });

  it('[PULL7] agree on all shops after a first sync of at most 8 requests', async () => {
    for (let range = 0; range < 12; range++) await save(range * DETAILS_BLOCK_IDS + 1, 2);
    await snapshotReady(24);
    const paths: string[] = [];
    const tab = pc.device.openTab(async (input, init) => {
      const { pathname } = new URL(String(input));
      if (pathname.startsWith('/api/sync/')) paths.push(pathname);
      return fetch(input, init);
    });
    for (const shop of [...SHOP_KEYS, 'pc'] as const) void tab.engine.openShop(shop);
    for (const shop of SHOP_KEYS)
      await tab.waitFor(
        shop,
        ({ catalogue, hasDetails }) => catalogue === 'ready' && hasDetails,
        `${shop} to be complete`,
      );
    expect(paths.filter((path) => !path.endsWith('/browse')).length, paths.join('\n')).toBeLessThanOrEqual(8);
    await expectInSync(tab, 'pc');
  });

  it('[PULL8] need one request for the list in the document of a first visit', async () => {
    await save(1, 30);
    await snapshotReady(30);
    const paths: string[] = [];
    const tab = pc.device.openTab(async (input, init) => {
      paths.push(new URL(String(input)).pathname);
      return fetch(input, init);
    });
    const list = { ...EMPTY_BROWSE_STATE, mainCategory: 'Cooling' };
    expect(await tab.engine.catalog.show('pc', list, true)).toBeUndefined();
    expect(paths).toEqual([]);
    expect(await tab.engine.catalog.show('pc', list)).toMatchObject({ source: 'server', total: 15 });
    await syncShop(tab, 'pc');
    expect(await tab.engine.catalog.show('pc', list, true)).toMatchObject({ source: 'device', total: 15 });
    expect(paths.filter((path) => path.endsWith('/browse'))).toHaveLength(1);
    expect(paths.filter((path) => path === '/healthz')).toEqual([]);
  });

  it('agree after any history, with the device offline or killed at any time', async () => {
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
        const fresh = createDevice(pc.app.url);
        let tab = fresh.openTab();
        await tab.engine.openShop('pc');
        for (const step of history) {
          if (step.kind === 'save') await save(step.from, step.count, { title: `T${Math.random()}` });
          else if (step.kind === 'delete')
            await pc.app.context.products.deleteProducts(
              'pc',
              Array.from({ length: step.count }, (_, place) => step.from + place),
            );
          else if (step.kind === 'snapshot') await pc.app.server.snapshots.build(['pc']);
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
        await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(total);
        await pullAgain(tab, 'pc');
        await expectInSync(tab, 'pc');
        fresh.closeAll();
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

describe('[LEAD5] two tabs', () => {
  it('one leads, both show a change, and the other takes over when it closes', async () => {
    await save(1, 20);
    await snapshotReady(20);
    const first = pc.device.openTab();
    const second = pc.device.openTab();
    await Promise.all([syncShop(first, 'pc'), second.engine.openShop('pc')]);
    await expect.poll(async () => (await second.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).source).toBe('device');
    expect([first.status('pc')?.isLeader, second.status('pc')?.isLeader]).toEqual([true, false]);
    await save(21, 5);
    await expect.poll(async () => (await second.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(25);
    expect((await first.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(25);
    first.close();
    await expect.poll(() => second.status('pc')?.isLeader).toBe(true);
    await save(26, 5);
    await expect.poll(async () => (await second.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(30);
    await expectInSync(second, 'pc');
  });
});

describe('[CAT5] a shop on the device', () => {
  it('is listed at once when it is opened without network; the links of its cards follow', async () => {
    const link = 'https://l.example/';
    await save(1, 30, { link });
    await snapshotReady(30);
    const first = pc.device.openTab();
    await syncShop(first, 'pc');
    first.close();
    const tab = pc.device.openTab(() => Promise.reject(new TypeError('offline')));
    const linksOf = async () =>
      (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).cards.map((card) => 'link' in card && card.link);
    expect(new Set(await linksOf())).toEqual(new Set([false]));
    await expect.poll(() => tab.events.some(({ type }) => type === 'catalog-changed')).toBe(true);
    expect(new Set(await linksOf())).toEqual(new Set([link]));
  });
});

describe('[PULL3] 100 changes and 10 deletions while the device was offline', () => {
  it('arrive in one request of under 10 KB, which asks for all shops', async () => {
    await save(1, 400);
    await snapshotReady(400);
    const first = pc.device.openTab();
    for (const shop of [...SHOP_KEYS, 'pc'] as const) await syncShop(first, shop);
    first.close();
    await save(101, 100, { title: 'Changed while away' });
    await pc.app.context.products.deleteProducts(
      'pc',
      Array.from({ length: 10 }, (_, place) => place + 1),
    );
    const sizes: number[] = [];
    const openedAtMs = Date.now();
    const second = pc.device.openTab(async (input, init) => {
      if (new URL(String(input)).pathname.startsWith('/api/sync/')) {
        const reply = await fetch(input, { ...init, headers: { 'accept-encoding': 'br' } });
        sizes.push(Number(reply.headers.get('content-length')));
        return reply;
      }
      return fetch(input, init);
    });
    await second.engine.openShop('pc');
    await expect.poll(async () => (await second.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(390);
    for (const shop of SHOP_KEYS)
      await second.waitFor(
        shop,
        ({ lastPulledAtMs }) => (lastPulledAtMs ?? 0) >= openedAtMs,
        `${shop} to be asked for`,
      );
    // The device asks once more when its socket opens.
    expect(sizes.length).toBeLessThanOrEqual(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000);
  });
});

describe('views', () => {
  it('arrive by their own feed and sort the shop without changing a product', async () => {
    await save(1, 20);
    await snapshotReady(20);
    const tab = pc.device.openTab();
    await syncShop(tab, 'pc');
    const before = await (await fetch(`${pc.app.url}/api/products/9?shop=pc`)).json();
    await tab.engine.recordView('pc', 9);
    await tab.engine.recordView('pc', 9);
    await expect
      .poll(
        async () => {
          await tab.engine.refresh();
          return (await tab.engine.catalog.browse('pc', { ...EMPTY_BROWSE_STATE, sort: 'views' })).cards[0];
        },
        { timeout: 15_000 },
      )
      .toMatchObject({ id: 9, view_count: 1 });
    const after = await (await fetch(`${pc.app.url}/api/products/9?shop=pc`)).json();
    expect(after).toEqual({ ...(before as object), view_count: 1 });
    await expectInSync(tab, 'pc');
  });
});
