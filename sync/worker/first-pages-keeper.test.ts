import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { decodeCardsBlock, encodeCards } from '#contract/blocks/cards-block.ts';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { ShopCatalog } from '../catalog/shop-catalog.ts';
import { openCatalogStore } from '../catalog/store/open-catalog-store.ts';
import type { CatalogStore, FirstPagesWrite, ShopRecord } from '../catalog/store/catalog-store.ts';
import { openEarlyReader } from '../database/early-reader.ts';
import { firstWrite, sampleHash, sampleRecord } from '../testing/catalog-store-contract.ts';
import { FirstPagesKeeper } from './first-pages-keeper.ts';

const NAME = 'catalogue';
const VIDEO: BrowseState = { ...EMPTY_BROWSE_STATE, mainCategory: 'Components', category: 'Video Card' };

let indexedDB: IDBFactory;
let store: CatalogStore;
let catalog: ShopCatalog;
let writes: FirstPagesWrite[];

const cardOf = (id: number, category: string, seq = id) =>
  toCard('affiliate', sampleAffiliate({ id, seq, title: `T${id}`, main_category: 'Components', category, link: '' }));
const openStore = (): Promise<CatalogStore> =>
  openCatalogStore({ name: NAME, indexedDB, IDBKeyRange, onOutdated: () => undefined });
const read = (state: BrowseState = VIDEO) =>
  openEarlyReader({ name: NAME, indexedDB, IDBKeyRange }).findFirstPage('pc', state);

/** A keeper whose writes are noted. */
function openKeeper(): FirstPagesKeeper {
  const noted: CatalogStore = Object.assign(Object.create(store) as CatalogStore, {
    findFirstPagesHead: () => store.findFirstPagesHead('pc'),
    putFirstPages: (record: ShopRecord, write: FirstPagesWrite) => {
      writes.push(write);
      return store.putFirstPages(record, write);
    },
  });
  return new FirstPagesKeeper({
    getStore: async () => noted,
    getCatalog: async () => catalog,
    mayKeep: () => true,
  });
}

async function renew(keeper: FirstPagesKeeper): Promise<void> {
  keeper.renewLater('pc');
  await keeper.renew();
}

async function change(cursor: number, id: number, category = 'Video Card'): Promise<void> {
  const base = catalog.record;
  const next = { ...(base as ShopRecord), cursor };
  await store.applyChanges({ base, next }, []);
  catalog.applyChanges(next, [cardOf(id, category, cursor)], []);
}

beforeEach(async () => {
  indexedDB = new IDBFactory();
  writes = [];
  store = await openStore();
  await store.claimLead();
  const { cards } = encodeCards('affiliate', [cardOf(1, 'Video Card'), cardOf(2, 'Video Card'), cardOf(3, 'Memory')]);
  await store.putBlocks('pc', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: cards.buffer }]);
  const record = sampleRecord('pc', [sampleHash('a')]);
  await store.adoptSnapshot(firstWrite(record), 0);
  catalog = new ShopCatalog('pc', async () => store);
  catalog.rebuild(record, new Map([[sampleHash('a'), decodeCardsBlock(cards)]]), [], undefined);
});

describe('[CAT24] the first pages of a shop', () => {
  it('are read as the index answers, with the position, until the shop is in another state', async () => {
    expect(await read()).toBeUndefined();
    const keeper = openKeeper();
    await renew(keeper);
    expect(await read()).toEqual(catalog.browse(VIDEO));
    expect((await read())?.at).toEqual({ epoch: 'e1', seq: 10 });
    await change(11, 4);
    expect(await read()).toBeUndefined();
    await renew(keeper);
    expect((await read())?.total).toBe(3);
    expect(await read()).toEqual(catalog.browse(VIDEO));
  });

  it('are written where they differ only, and none when the shop is as before', async () => {
    const keeper = openKeeper();
    await renew(keeper);
    await renew(keeper);
    expect(writes.map(({ changed }) => changed.length)).toEqual([4]);
    await change(11, 5, 'Memory');
    await renew(keeper);
    expect(writes[1]?.changed.map(({ list }) => list)).toEqual([
      '[null,null]',
      '["Components",null]',
      '["Components","Memory"]',
    ]);
    expect(await read()).toEqual(catalog.browse(VIDEO));
  });

  it('follow a restored server, which gives another row the same seq', async () => {
    const keeper = openKeeper();
    await renew(keeper);
    const base = catalog.record as ShopRecord;
    const next = { ...base, generation: 2 };
    await store.saveRecord({ base, next });
    catalog.applyChanges(next, [{ ...cardOf(2, 'Video Card'), imagecount: 7 }], []);
    await renew(keeper);
    expect(await read()).toEqual(catalog.browse(VIDEO));
  });

  it('lose a list that no longer has products', async () => {
    const keeper = openKeeper();
    await renew(keeper);
    await change(11, 3);
    await renew(keeper);
    expect(writes[1]?.gone).toEqual(['["Components","Memory"]']);
    expect(await read({ ...VIDEO, category: 'Memory' })).toBeUndefined();
    expect(await read()).toEqual(catalog.browse(VIDEO));
  });

  it('are all written again after another leader has stored its own', async () => {
    const keeper = openKeeper();
    await renew(keeper);
    await change(11, 4);
    await renew(openKeeper());
    await change(12, 6);
    await renew(keeper);
    expect(writes.map(({ changed, gone }) => [changed.length, gone])).toEqual([
      [4, undefined],
      [4, undefined],
      [4, undefined],
    ]);
    expect(await read()).toEqual(catalog.browse(VIDEO));
  });

  it('are not stored while the shop is incomplete, held back or only in memory', async () => {
    const keeper = openKeeper();
    const states = [{ isComplete: false }, { isHeldBack: true }, { isOnlyInMemory: true }];
    for (const state of states) {
      const whole = { isComplete: true, isHeldBack: false, isOnlyInMemory: false };
      Object.assign(catalog, whole, state);
      await renew(keeper);
      Object.assign(catalog, whole);
    }
    expect(writes).toEqual([]);
  });
});
