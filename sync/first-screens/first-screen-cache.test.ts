import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { firstScreenUrl, FIRST_SCREEN_ROW_CARDS } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { MemoryCatalogStore } from '../catalog/store/memory-catalog-store.ts';
import { ShopCatalog } from '../catalog/shop-catalog.ts';
import { sampleHash, sampleRecord } from '../testing/catalog-store-contract.ts';
import { MemoryFirstScreenStore } from '../testing/memory-first-screen-store.ts';
import { FirstScreenCache, openFirstScreenStore } from './first-screen-cache.ts';

let store: MemoryFirstScreenStore;
let catalogs: Map<ShopKey, ShopCatalog>;
let cache: FirstScreenCache;
let isFull: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  isFull = false;
  store = new MemoryFirstScreenStore();
  catalogs = new Map((['pc', 'smart'] as const).map((shop) => [shop, createCatalog(shop)]));
  cache = new FirstScreenCache({
    store,
    getCatalog: async (shop) => catalogs.get(shop) as ShopCatalog,
    mayKeep: () => !isFull,
  });
});
afterEach(() => {
  cache.close();
  vi.useRealTimers();
});

function createCatalog(shop: ShopKey): ShopCatalog {
  const catalog = new ShopCatalog(shop, async () => new MemoryCatalogStore());
  catalog.rebuild(sampleRecord(shop, []), new Map(), [], undefined);
  change(catalog, 1, 'First');
  return catalog;
}

function change(catalog: ShopCatalog, id: number, title: string): void {
  const card = toCard('affiliate', sampleAffiliate({ id, title, main_category: 'A', category: 'a' }));
  const cards = [{ ...card, view_count: 0 }];
  catalog.applyChanges(sampleRecord(catalog.shop, []), { cards, deletedIds: [], viewed: [] }, catalog.views);
}

const listOf = (shop: ShopKey, search: string): FirstScreen => {
  const state = { ...EMPTY_BROWSE_STATE, search };
  const answer = catalogs.get(shop)?.browse(state);
  return { shop, state, productId: null, page: { total: answer?.total ?? 0, cards: answer?.cards ?? [] } };
};
const find = (shop: ShopKey, search = ''): FirstScreen | undefined => {
  const json = store.screens.get(firstScreenUrl(shop, { ...EMPTY_BROWSE_STATE, search }));
  return json === undefined ? undefined : (JSON.parse(json) as FirstScreen);
};

/** Renews the screens of a shop, as after a change. */
async function renew(shop: ShopKey): Promise<void> {
  cache.renewLater(shop);
  await vi.advanceTimersByTimeAsync(2_000);
}

describe('[FS1] a first screen', () => {
  it('is stored once a visitor stays on it, not at every keystroke', async () => {
    const state = { ...EMPTY_BROWSE_STATE, sort: 'views' } as const;
    cache.record({ shop: 'pc', state, productId: null, overview: { total: 0, top: [], rows: [] } });
    for (const search of ['f', 'fi', 'fir']) {
      cache.record(listOf('pc', search));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(store.puts).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([...store.screens.keys()]).toEqual([
      firstScreenUrl('pc', state),
      firstScreenUrl('pc', { ...EMPTY_BROWSE_STATE, search: 'fir' }),
    ]);
  });

  it('is evicted if it is the oldest of more than 60, unless it is a start screen', async () => {
    await renew('pc');
    for (let count = 0; count < 70; count++) await cache.keep([listOf('pc', `s${count}`)]);
    expect(store.screens.size).toBe(60);
    expect(find('pc')).toBeDefined();
    expect([find('pc', 's10'), find('pc', 's11')?.state.search, find('pc', 's69')?.state.search]).toEqual([
      undefined,
      's11',
      's69',
    ]);
  });

  it('is not stored on a full device', async () => {
    isFull = true;
    await cache.keep([listOf('pc', 'first')]);
    await renew('pc');
    expect(store.puts).toBe(0);
  });
});

describe('[FS2] after a change of a shop', () => {
  it('its start screen is cached in a small form, even if it was never opened', async () => {
    const catalog = catalogs.get('smart') as ShopCatalog;
    for (let id = 1; id <= 30; id++) change(catalog, id, `T${id}`);
    await renew('smart');
    const overview = find('smart')?.overview;
    expect([overview?.total, overview?.top.length]).toEqual([30, FIRST_SCREEN_ROW_CARDS]);
    expect(overview?.rows).toMatchObject([{ mainCategory: 'A', total: 30 }]);
    expect(overview?.rows[0]?.cards.length).toBe(FIRST_SCREEN_ROW_CARDS);
    expect(find('pc')).toBeUndefined();
  });

  it('its other lists are recomputed, those of other shops are left alone', async () => {
    const started: FirstScreen = {
      shop: 'pc',
      state: { ...EMPTY_BROWSE_STATE, sort: 'views' },
      productId: null,
      overview: { total: 1, top: [], rows: [] },
    };
    await cache.keep([listOf('pc', 'first'), listOf('smart', 'first'), started]);
    change(catalogs.get('pc') as ShopCatalog, 1, 'Renamed first');
    change(catalogs.get('smart') as ShopCatalog, 1, 'Renamed first');
    await renew('pc');
    expect(find('pc', 'first')?.page?.cards[0]?.title).toBe('Renamed first');
    expect(find('smart', 'first')?.page?.cards[0]?.title).toBe('First');
    const kept = JSON.parse(store.screens.get(firstScreenUrl('pc', started.state)) ?? '') as FirstScreen;
    // A sorted start screen of version 0.2 becomes a list.
    expect(kept.page?.cards[0]?.title).toBe('Renamed first');
    const { puts } = store;
    await renew('pc');
    expect(store.puts).toBe(puts);
  });

  it('screens that can no longer be computed or read are dropped', async () => {
    await cache.keep([listOf('pc', 'first')]);
    await store.put('/first-screens/pc?broken', '{');
    const lost = sampleRecord('pc', [sampleHash('a')]);
    catalogs.get('pc')?.rebuild(lost, new Map(), [], undefined);
    await renew('pc');
    expect([...store.screens]).toEqual([]);
  });

  it.each([
    ['null', 'null'],
    ['a record without a state', '{"shop":"pc","state":null}'],
    ['a state of other types', '{"shop":"pc","state":{"search":5,"page":"x"},"page":{}}'],
    ['a record of another address', JSON.stringify({ shop: 'pc', state: EMPTY_BROWSE_STATE, overview: {} })],
  ])('%s is dropped and does not keep other lists from being renewed', async (_, json) => {
    await store.put('/first-screens/pc?foreign', json);
    await cache.keep([listOf('pc', 'first')]);
    change(catalogs.get('pc') as ShopCatalog, 1, 'Renamed first');
    await renew('pc');
    expect(find('pc', 'first')?.page?.cards[0]?.title).toBe('Renamed first');
    expect(store.screens.has('/first-screens/pc?foreign')).toBe(false);
  });

  it('a burst of changes causes one renewal', async () => {
    const list = vi.spyOn(store, 'list');
    for (let count = 0; count < 5; count++) {
      cache.renewLater('pc');
      await vi.advanceTimersByTimeAsync(500);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(list).toHaveBeenCalledTimes(2);
  });
});

it.each([
  ['missing', undefined],
  ['blocked', { open: () => Promise.reject(new DOMException('not allowed', 'SecurityError')) }],
])('[FS3] a %s Cache Storage causes no error', async (_, caches) => {
  const unstored = new FirstScreenCache({
    store: openFirstScreenStore(caches as CacheStorage | undefined),
    getCatalog: async (shop) => catalogs.get(shop) as ShopCatalog,
    mayKeep: () => true,
  });
  await unstored.keep([listOf('pc', 'first')]);
  unstored.renewLater('pc');
  await vi.advanceTimersByTimeAsync(2_000);
  unstored.close();
});
