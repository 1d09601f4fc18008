import { beforeEach, describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { MemoryCatalogStore } from '../../catalog/store/memory-catalog-store.ts';
import { MemoryFirstScreenStore } from '../../testing/memory-first-screen-store.ts';
import { firstWrite, sampleHash, sampleRecord } from '../../testing/catalog-store-contract.ts';
import type { EngineDependencies } from '../engine-dependencies.ts';
import type { FirstScreenCache } from '../../first-screens/first-screen-cache.ts';
import type { PullRequest, ServerLink } from './server-link.ts';
import type { ServerAccess } from '../server-access.ts';
import { ShopPuller } from './shop-puller.ts';
import { StatusBoard } from '../status-board.ts';
import { TabCatalogs } from '../queries/tab-catalogs.ts';
import { TabState } from '../../tabs/tab-state.ts';
import { changeOf } from '../../testing/store-reads.ts';

let store: MemoryCatalogStore;
let board: StatusBoard;
let tabState: TabState;
let firstScreens: MemoryFirstScreenStore;
let renewed: ShopKey[];
let imagesDropped: number;
let isMobileData: boolean;
/** The server link's part in a pull. */
let catalogs: TabCatalogs;
let pull: (request: PullRequest) => Promise<void>;
let puller: ShopPuller;

beforeEach(async () => {
  store = new MemoryCatalogStore();
  const card = toCard('affiliate', sampleAffiliate({ id: 1 }));
  const bytes = encodeCards('affiliate', [card]).cards.buffer;
  await store.write({ shop: 'pc', base: undefined, blocks: [{ hash: sampleHash('a'), kind: 'cards', bytes: bytes }] });
  await store.write({
    shop: 'pc',
    base: undefined,
    blocks: [{ hash: sampleHash('d'), kind: 'details', bytes: new ArrayBuffer(1) }],
  });
  const record = sampleRecord('pc', [sampleHash('a')]);
  const details = { hash: sampleHash('d'), kind: 'details', rows: 1, bytes: 1, range: 0 } as const;
  const manifest = { ...record.manifest, blocks: [...record.manifest.blocks, details] };
  await store.write(changeOf(firstWrite({ ...record, manifest }), { dropRowsUpTo: 0 }));
  board = new StatusBoard(() => undefined);
  tabState = new TabState();
  tabState.onScreen = 'pc';
  firstScreens = new MemoryFirstScreenStore();
  renewed = [];
  imagesDropped = 0;
  isMobileData = false;
  const dropImages = async (): Promise<boolean> => ++imagesDropped === 1;
  catalogs = new TabCatalogs({
    openStore: async () => store,
    readEarly: async () => undefined,
    board,
  });
  puller = new ShopPuller({
    dependencies: {
      now: () => 5,
      dropImages,
      firstScreens,
      isMobileData: () => isMobileData,
    } as unknown as EngineDependencies,
    server: { link: async () => ({ pull: (request: PullRequest) => pull(request) }) as ServerLink } as ServerAccess,
    catalogs,
    board,
    tabState,
    firstScreens: { renewLater: (shop: ShopKey) => void renewed.push(shop) } as FirstScreenCache,
    notifyChanged: () => undefined,
    follow: () => undefined,
  });
});

const run = (shop: ShopKey = 'pc'): Promise<void> =>
  puller.pull(shop, {
    store,
    schedule: () => undefined,
    signal: new AbortController().signal,
    noteProgress: () => undefined,
  });

describe('[CAT11] a full device', () => {
  it('loses images and first screens first, then details, then nothing more', async () => {
    await firstScreens.put('/first-screens/pc?a', '{}');
    const freed: boolean[] = [];
    pull = async ({ freeSpace }) => {
      for (let attempt = 0; attempt < 3; attempt++) freed.push(await freeSpace('cards'));
    };
    await run();
    expect(freed).toEqual([true, true, false]);
    expect([imagesDropped, firstScreens.screens.size]).toEqual([3, 0]);
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
    expect([isFreed, imagesDropped, board.get('pc').storage]).toEqual([false, 0, 'full']);
  });

  it('stays full while a shop is only in memory, whatever other shops have room for', async () => {
    const catalog = await catalogs.get('smart');
    pull = async ({ progress }) => {
      progress.storageFull();
      catalog.isOnlyInMemory = true;
    };
    await run('smart');
    puller.allowDetails('smart');
    pull = async () => undefined;
    await run('pc');
    expect(board.get('pc').storage).toBe('full');
    catalog.isOnlyInMemory = false;
    board.update('smart', { hasDetails: true });
    await run('smart');
    expect(board.get('pc').storage).toBe('device');
  });

  it('is no longer full once everything fits again, but not while details are missing', async () => {
    pull = async ({ progress }) => progress.storageFull();
    await run();
    expect(board.get('pc').storage).toBe('full');
    pull = async () => undefined;
    await run();
    expect(board.get('pc').storage).toBe('full');
    puller.allowDetails('pc');
    await store.write({ shop: 'pc', base: 'any', dropBlocks: [sampleHash('d')] });
    await run();
    expect(board.get('pc').storage).toBe('full');
    await store.write({
      shop: 'pc',
      base: (await store.listShops())[0],
      blocks: [{ hash: sampleHash('d'), kind: 'details', bytes: new ArrayBuffer(1) }],
    });
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
  puller.startLeading();
  await run();
  await run();
  expect(renewed).toEqual(['pc']);
  pull = async ({ progress }) => progress.changed();
  await run();
  expect(renewed).toEqual(['pc', 'pc']);
  pull = async () => undefined;
  puller.startLeading();
  await run();
  expect(renewed).toEqual(['pc', 'pc', 'pc']);
});
