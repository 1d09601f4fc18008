import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { pullCatalog } from '../../catalog/pull/pull-catalog.ts';
import type { PullContext } from '../../catalog/pull/pull-context.ts';
import type { ShopFeeds } from '../../catalog/pull/shop-feeds.ts';
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

// `pullCatalog` has its own tests; here each test replaces it.
vi.mock('../../catalog/pull/pull-catalog.ts', () => ({ pullCatalog: vi.fn<typeof pullCatalog>() }));

type Pull = (context: PullContext) => Promise<void>;

let store: CatalogStore;
let board: StatusBoard;
let tabState: TabState;
let renewed: ShopKey[];
let cacheDrops: number;
let isMobileData: boolean;
let catalogs: TabCatalogs;
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

/** Pulls a shop; `pull` replaces `pullCatalog`. */
function run(pull: Pull, shop: ShopKey = 'pc'): Promise<void> {
  vi.mocked(pullCatalog).mockImplementation(pull);
  return puller.pull(shop, new AbortController().signal);
}
const nothing: Pull = async () => undefined;
const moveToMemory: Pull = ({ keepInMemory }) => keepInMemory();

/** Where a shop is kept. */
const kindOf = async (shop: ShopKey): Promise<string> => (await (await catalogs.get(shop)).store()).kind;

describe('[CAT29] a shop that does not fit on the device', () => {
  it('moves into memory alone, with its cards but not its details, until the tab stops leading', async () => {
    await run(moveToMemory);
    await run(nothing, 'smart');
    expect(await kindOf('smart')).toBe('device');
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

  it('moves once, however many of its blocks do not fit', async () => {
    const moved: (ArrayBuffer | undefined)[] = [];
    await run(async ({ catalog, keepInMemory }) => {
      await Promise.all([keepInMemory(), keepInMemory()]);
      const memory = await catalog.store();
      await memory.write({ shop: 'pc', base: 'any', blocks: [sampleBlock('b')] });
      await keepInMemory();
      moved.push(await findBlock(await catalog.store(), 'pc', sampleHash('b')));
    });
    expect(moved).toEqual([new ArrayBuffer(1)]);
  });

  it('stays on the device when the pull that wants to move it has lost the lead', async () => {
    const late: Pull = ({ keepInMemory }) => {
      puller.stopLeading();
      return keepInMemory();
    };
    await expect(run(late)).rejects.toThrow('leads now');
    expect(await kindOf('pc')).toBe('device');
  });
});

describe('[CAT11] a full device', () => {
  it('drops caches first, then details, then nothing more', async () => {
    const freed: boolean[] = [];
    await run(async ({ freeSpace }) => {
      for (let attempt = 0; attempt < 3; attempt++) freed.push(await freeSpace('cards'));
    });
    expect(freed).toEqual([true, true, false]);
    expect(cacheDrops).toBe(3);
    expect([...(await store.listBlocks('pc'))]).toEqual([sampleHash('a')]);
    expect(board.get('pc').storage).toBe('full');
  });

  it('frees no space for a shop that is not on the screen', async () => {
    tabState.onScreen = 'smart';
    let isFreed = true;
    await run(async ({ freeSpace }) => void (isFreed = await freeSpace('details')));
    expect([isFreed, cacheDrops, board.get('pc').storage]).toEqual([false, 0, 'full']);
  });

  it('stays full while one shop is only in memory, even if another fits completely', async () => {
    await run(moveToMemory, 'smart');
    puller.allowDetails('smart');
    let keepsDetails: boolean | undefined;
    const look: Pull = async (context) => void (keepsDetails = context.keepsDetails());
    await run(look, 'smart');
    await run(look);
    expect([keepsDetails, board.get('pc').storage]).toEqual([true, 'full']);
    await run(look, 'smart');
    expect(keepsDetails).toBe(false);
    puller.stopLeading();
    startLeading();
    puller.allowDetails('smart');
    board.update('smart', { hasDetails: true, isKept: true });
    await run(nothing, 'smart');
    expect(board.get('pc').storage).toBe('device');
  });

  it('is no longer full once everything fits again, but not while details are missing', async () => {
    await run(async ({ storageFull }) => storageFull());
    expect(board.get('pc').storage).toBe('full');
    await run(nothing);
    expect(board.get('pc').storage).toBe('full');
    puller.allowDetails('pc');
    await store.write({ shop: 'pc', base: 'any', dropBlocks: [sampleHash('d')] });
    await run(nothing);
    expect(board.get('pc').storage).toBe('full');
    await store.write({ shop: 'pc', base: (await store.listShops())[0], blocks: [sampleBlock('d', 'details')] });
    await run(nothing);
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
  await run(async ({ keepsDetails }) => void (keeps = keepsDetails()));
  expect(keeps).toBe(expected);
});

it('[FS2] first screens are renewed after a change, and once per leader without a change', async () => {
  startLeading();
  await run(nothing);
  await run(nothing);
  expect(renewed).toEqual(['pc']);
  await run(async ({ changed }) => changed());
  expect(renewed).toEqual(['pc', 'pc']);
  startLeading();
  await run(nothing);
  expect(renewed).toEqual(['pc', 'pc', 'pc']);
});
