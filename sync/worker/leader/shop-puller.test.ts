import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { pullCatalog } from '../../catalog/pull/pull-catalog.ts';
import type { PullContext } from '../../catalog/pull/pull-context.ts';
import type { ShopFeeds } from '../../catalog/pull/shop-feeds.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import { findBlock } from '../../catalog/store/catalog-store.ts';
import type { CatalogStore } from '../../catalog/store/catalog-store.ts';
import { openCatalogStore } from '../../catalog/store/dexie-catalog-store.ts';
import type { FirstScreenCache } from '../../first-screens/first-screen-cache.ts';
import { firstWrite, sampleBlock, sampleHash, sampleRecord } from '../../testing/catalog-store-contract.ts';
import { changeOf } from '../../testing/store-reads.ts';
import type { ApiClient } from '../../server/api-client.ts';
import type { AccountAccess } from '../account-access.ts';
import type { EngineDependencies } from '../engine-dependencies.ts';
import { TabCatalogs } from '../queries/tab-catalogs.ts';
import { StatusBoard } from '../status-board.ts';
import { TabState } from '../tab-context.ts';
import { ShopPuller } from './shop-puller.ts';

// What a pull does with the server has tests of its own; here it is played by `pull`.
vi.mock('../../catalog/pull/pull-catalog.ts', () => ({ pullCatalog: vi.fn<typeof pullCatalog>() }));

let store: CatalogStore;
let board: StatusBoard;
let tabState: TabState;
let renewed: ShopKey[];
let cacheDrops: number;
let isMobileData: boolean;
let catalogs: TabCatalogs;
let pull: (context: PullContext) => Promise<void>;
let puller: ShopPuller;

beforeEach(async () => {
  store = await openCatalogStore({ indexedDB: new IDBFactory(), IDBKeyRange, onOutdated: () => undefined });
  await store.claimLead();
  const card = toCard('affiliate', sampleAffiliate({ id: 1 }));
  const cards = {
    hash: sampleHash('a'),
    kind: 'cards',
    bytes: encodeCards('affiliate', [card]).cards.slice().buffer,
  } as const;
  const record = sampleRecord('pc', [sampleHash('a')]);
  const details = { hash: sampleHash('d'), kind: 'details', rows: 1, bytes: 1, range: 0 } as const;
  const manifest = { ...record.manifest, blocks: [...record.manifest.blocks, details] };
  await store.write(
    changeOf(firstWrite({ ...record, manifest }), {
      blocks: [cards, sampleBlock('d', 'details')],
    }),
  );
  board = new StatusBoard(() => undefined);
  tabState = new TabState();
  tabState.onScreen = 'pc';
  renewed = [];
  cacheDrops = 0;
  isMobileData = false;
  const dropCaches = async (): Promise<boolean> => ++cacheDrops === 1;
  catalogs = new TabCatalogs({
    openStore: async () => store,
    readEarly: async () => undefined,
    board,
    onLateRead: () => undefined,
  });
  vi.mocked(pullCatalog).mockImplementation((context) => pull(context));
  puller = new ShopPuller({
    environment: {
      now: () => 5,
      dropCaches,
      isMobileData: () => isMobileData,
      channel: { send: () => undefined },
    } as unknown as EngineDependencies,
    client: {} as ApiClient,
    whenIdle: async () => undefined,
    catalogs,
    board,
    tabState,
    account: {} as AccountAccess,
    firstScreens: { renewLater: (shop: ShopKey) => void renewed.push(shop) } as FirstScreenCache,
    showChanged: () => undefined,
  });
  startLeading();
});

afterEach(() => store.close());

const startLeading = (isAlone = false): void =>
  puller.startLeading({
    schedule: { poke: () => undefined, shouldYield: () => false },
    feeds: {} as ShopFeeds,
    isAlone,
  });

const run = (shop: ShopKey = 'pc'): Promise<void> => puller.pull(shop, new AbortController().signal);

/** Where a shop is kept. */
const kindOf = async (catalog: ShopCatalog): Promise<string> => (await catalog.store()).kind;

describe('[CAT29] a shop that does not fit on the device', () => {
  it('moves into memory with its cards, not its details, until this tab no longer leads', async () => {
    pull = ({ keepInMemory }) => keepInMemory();
    await run();
    const catalog = await catalogs.get('pc');
    const memory = await catalog.store();
    expect(memory.kind).toBe('memory');
    expect((await memory.loadShop('pc'))?.record).toEqual(catalog.record);
    expect([...(await memory.listBlocks('pc'))]).toEqual([sampleHash('a')]);
    expect(board.get('pc')).toMatchObject({ storage: 'full', isKept: false });
    expect(board.get('pc').catalogue).toBe('ready');
    puller.stopLeading();
    expect(await catalog.store()).toBe(store);
  });

  it('leaves the other shops on the device', async () => {
    pull = ({ keepInMemory }) => keepInMemory();
    await run('smart');
    pull = async () => undefined;
    await run();
    expect(
      await Promise.all(['smart' as const, 'pc' as const].map(async (shop) => kindOf(await catalogs.get(shop)))),
    ).toEqual(['memory', 'device']);
  });

  it('moves once, however many of its blocks do not fit', async () => {
    const moved: (ArrayBuffer | undefined)[] = [];
    pull = async ({ catalog, keepInMemory }) => {
      await Promise.all([keepInMemory(), keepInMemory()]);
      const memory = await catalog.store();
      await memory.write({ shop: 'pc', base: 'any', blocks: [sampleBlock('b')] });
      await keepInMemory();
      moved.push(await findBlock(await catalog.store(), 'pc', sampleHash('b')));
    };
    await run();
    expect(moved).toEqual([new ArrayBuffer(1)]);
  });

  it('stays on the device when the pull that wants to move it has lost the lead', async () => {
    pull = ({ keepInMemory }) => {
      puller.stopLeading();
      return keepInMemory();
    };
    await expect(run()).rejects.toThrow('leads now');
    expect(await kindOf(await catalogs.get('pc'))).toBe('device');
  });
});

describe('[CAT11] a full device', () => {
  it('loses what is cached first, then details, then nothing more', async () => {
    const freed: boolean[] = [];
    pull = async ({ freeSpace }) => {
      for (let attempt = 0; attempt < 3; attempt++) freed.push(await freeSpace('cards'));
    };
    await run();
    expect(freed).toEqual([true, true, false]);
    expect(cacheDrops).toBe(3);
    expect([...(await store.listBlocks('pc'))]).toEqual([sampleHash('a')]);
    expect(board.get('pc').storage).toBe('full');
  });

  it('frees no space for a shop that is not on the screen', async () => {
    tabState.onScreen = 'smart';
    let isFreed = true;
    pull = async ({ freeSpace }) => {
      isFreed = await freeSpace('details');
    };
    await run();
    expect([isFreed, cacheDrops, board.get('pc').storage]).toEqual([false, 0, 'full']);
  });

  it('stays full while a shop is only in memory, whatever other shops have room for', async () => {
    pull = ({ keepInMemory }) => keepInMemory();
    await run('smart');
    puller.allowDetails('smart');
    let keepsDetails: boolean | undefined;
    pull = async (context) => {
      keepsDetails = context.keepsDetails();
    };
    await run('smart');
    await run();
    expect([keepsDetails, board.get('pc').storage]).toEqual([true, 'full']);
    await run('smart');
    expect(keepsDetails).toBe(false);
    puller.stopLeading();
    startLeading();
    puller.allowDetails('smart');
    board.update('smart', { hasDetails: true, isKept: true });
    await run('smart');
    expect(board.get('pc').storage).toBe('device');
  });

  it('is no longer full once everything fits again, but not while details are missing', async () => {
    pull = async ({ storageFull }) => storageFull();
    await run();
    expect(board.get('pc').storage).toBe('full');
    pull = async () => undefined;
    await run();
    expect(board.get('pc').storage).toBe('full');
    puller.allowDetails('pc');
    await store.write({ shop: 'pc', base: 'any', dropBlocks: [sampleHash('d')] });
    await run();
    expect(board.get('pc').storage).toBe('full');
    await store.write({ shop: 'pc', base: (await store.listShops())[0], blocks: [sampleBlock('d', 'details')] });
    await run();
    expect(board.get('pc').storage).toBe('device');
  });
});

it.each([
  ['always', true, true],
  ['wifi', false, true],
  ['wifi', true, false],
  ['open', false, false],
] as const)('details are downloaded ahead as chosen: %s, mobile data %s', async (choice, isMobile, expected) => {
  tabState.detailChoice = choice;
  isMobileData = isMobile;
  let keeps: boolean | undefined;
  pull = async ({ keepsDetails }) => {
    keeps = keepsDetails();
  };
  await run();
  expect(keeps).toBe(expected);
});

it('[FS2] first screens are renewed after a change, and once per leader without one', async () => {
  pull = async () => undefined;
  startLeading();
  await run();
  await run();
  expect(renewed).toEqual(['pc']);
  pull = async ({ changed }) => changed();
  await run();
  expect(renewed).toEqual(['pc', 'pc']);
  pull = async () => undefined;
  startLeading();
  await run();
  expect(renewed).toEqual(['pc', 'pc', 'pc']);
});
