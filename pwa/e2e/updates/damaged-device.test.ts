import { IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import { ON_SQLITE } from '#api/testing/databases/test-database.ts';
import { answerOf, openExisting, transactOnce } from '#sync/database/idb.ts';
import { syncShop } from '../support/device.ts';
import type { Device, Tab } from '../support/device.ts';
import { noNetwork, PRODUCTS, useRecordedShop } from './use-recorded-shop.ts';

type Table = (name: string) => IDBObjectStore;

/** Changes the catalogue of a device behind the app's back. */
async function change(
  { name, indexedDB }: Device,
  tables: readonly string[],
  work: (table: Table) => void | Promise<void>,
): Promise<void> {
  const database = await openExisting(name, indexedDB);
  if (database) await transactOnce(database, tables, 'readwrite', work);
}

async function versionOf({ name, indexedDB }: Device): Promise<number | undefined> {
  const database = await openExisting(name, indexedDB);
  database?.close();
  return database?.version;
}

/** Opens all shops without a network; returns the number of products and the state of the catalogue of each shop. */
async function openOffline(device: Device): Promise<(readonly [total: number, catalogue: string | undefined])[]> {
  const tab = device.openTab(noNetwork);
  const shops: (readonly [number, string | undefined])[] = [];
  for (const shop of SHOP_KEYS) {
    const { catalogue } = await tab.engine.openShop(shop);
    shops.push([(await tab.engine.catalog.browse(shop, EMPTY_BROWSE_STATE)).total, catalogue]);
  }
  tab.close();
  return shops;
}

/** Opens a shop with a network and waits for its list. */
async function openOnline(device: Device): Promise<Tab> {
  const tab = device.openTab();
  await tab.engine.openShop('pc');
  await expect.poll(async () => (await tab.engine.catalog.browse('pc', EMPTY_BROWSE_STATE)).total).toBe(PRODUCTS);
  return tab;
}

const ALL = SHOP_KEYS.map(() => [PRODUCTS, 'ready']);

describe.runIf(ON_SQLITE)('[CAT4] a device whose catalogue is damaged', () => {
  const recorded = useRecordedShop('0.2.0');
  afterEach(() => vi.restoreAllMocks());

  it.each<readonly [what: string, tables: readonly string[], damage: (table: Table) => void | Promise<void>]>([
    ['without its blocks', ['blocks'], (table) => void table('blocks').clear()],
    [
      'with blocks that are cut',
      ['blocks'],
      async (table) => {
        for (const row of await answerOf<{ bytes: ArrayBuffer }[]>(table('blocks').getAll()))
          table('blocks').put({ ...row, bytes: row.bytes.slice(0, 40) });
      },
    ],
    [
      'with blocks that lack their bytes',
      ['blocks'],
      async (table) => {
        for (const { bytes: _, ...row } of await answerOf<{ bytes: ArrayBuffer }[]>(table('blocks').getAll()))
          table('blocks').put(row);
      },
    ],
    ['with a list that has no manifest', ['shops'], (table) => void table('shops').put({ shop: 'pc', cursor: 1 })],
    [
      'with lists that the upgrade cannot tell apart',
      ['shops'],
      (table) => [1, '1'].forEach((shop) => void table('shops').put({ shop })),
    ],
    [
      'with rows that are not products',
      ['overlay'],
      async (table) => {
        for (const row of await answerOf<object[]>(table('overlay').getAll()))
          table('overlay').put({ ...row, product: {} });
      },
    ],
    ['with view counts that have no count', ['views'], (table) => void table('views').put({ shop: 'pc' })],
  ])('%s opens from the network and is whole again', async (_what, tables, damage) => {
    const device = await recorded.createDevice();
    await change(device, tables, damage);
    const tab = await openOnline(device);
    for (const shop of SHOP_KEYS) await syncShop(tab, shop);
    expect(tab.status('pc')).toMatchObject({ storage: 'device', isKept: true });
    tab.close();
    expect(await openOffline(device)).toEqual(ALL);
  });

  it.each<readonly [what: string, fail: (transaction: IDBTransaction) => void]>([
    ['aborts', (transaction) => transaction.abort()],
    [
      'has no room for',
      () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    ],
  ])('an upgrade that the browser %s keeps all data for the next start', async (_what, fail) => {
    const device = await recorded.createDevice();
    vi.spyOn(FakeObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore) {
      fail(this.transaction);
      throw new DOMException('aborted', 'AbortError');
    });
    const tab = await openOnline(device);
    expect(await tab.waitFor('pc', ({ storage }) => storage !== 'device', 'the state of the storage')).toMatchObject({
      storage: 'memory',
      isKept: false,
    });
    tab.close();
    expect(await versionOf(device)).toBe(20);
    vi.restoreAllMocks();
    expect(await openOffline(device)).toEqual(ALL);
    expect(await versionOf(device)).toBe(30);
  });

  it('[fault 45] with an unknown newer layout opens from the network, and its data is not touched', async () => {
    const device = await recorded.createDevice();
    const newer = device.indexedDB.open(device.name, 9_990);
    (await answerOf(newer)).close();
    const tab = await openOnline(device);
    await tab.waitFor('pc', ({ storage, isKept }) => storage === 'outdated' && !isKept, 'the newer layout to show');
    tab.close();
    expect(await versionOf(device)).toBe(9_990);
    await change(device, ['shops'], async (table) => expect(await answerOf(table('shops').count())).toBe(4));
  });
});
