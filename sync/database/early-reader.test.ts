import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { openCatalogStore } from '../catalog/store/open-catalog-store.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';
import { firstWrite, sampleHash, sampleRecord } from '../testing/catalog-store-contract.ts';
import { CATALOG_BROWSER_VERSION } from './catalog-layout.ts';
import { openEarlyReader } from './early-reader.ts';
import type { EarlyReader } from './early-reader.ts';

const NAME = 'catalogue';
let indexedDB: IDBFactory;

beforeEach(() => {
  indexedDB = new IDBFactory();
});

const openReader = (): EarlyReader => openEarlyReader({ name: NAME, indexedDB, IDBKeyRange });

/** A store that leads; in the tab of a reader, with its database. */
async function openLeading(reader?: EarlyReader): Promise<CatalogStore> {
  const database = reader?.database;
  const store = await openCatalogStore({ database, name: NAME, indexedDB, IDBKeyRange, onOutdated: () => undefined });
  await store.claimLead();
  return store;
}

function settle(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
    request.addEventListener('blocked', () => reject(new Error('the reader blocks the database')));
  });
}

describe('[CAT15] reading before the store is open', () => {
  it('returns what the store would return', async () => {
    const store = await openLeading();
    const hashes = [sampleHash('a'), sampleHash('b'), sampleHash('c')];
    for (const [place, hash] of hashes.entries()) {
      const kind = place === 1 ? 'details' : 'cards';
      await store.putBlocks('pc', undefined, [{ hash, kind, bytes: Uint8Array.of(place).buffer }]);
      await store.putBlocks('smart', undefined, [{ hash, kind, bytes: Uint8Array.of(9).buffer }]);
    }
    const views = { ids: Uint32Array.of(1), counts: Uint32Array.of(5) };
    const record = sampleRecord('pc', [sampleHash('a'), sampleHash('c')]);
    await store.adoptSnapshot(firstWrite(record), 0, views);
    const rows = [7, 13, 12].map((seq) => ({ id: seq, seq, product: sampleAffiliate({ id: seq, seq }) }));
    await store.applyChanges({ base: record, next: { ...record, cursor: 13 } }, rows);
    await store.applyChanges(firstWrite(sampleRecord('smart', [], { cursor: 20 })), [
      { id: 1, seq: 20, product: null },
    ]);

    const early = await openReader().loadShop('pc');
    expect(early).toEqual(await store.loadShop('pc'));
    expect(early?.overlay.map(({ seq }) => seq)).toEqual([12, 13]);
    expect([...(early?.cards.keys() ?? [])]).toEqual([sampleHash('a'), sampleHash('c')]);
  });

  it('reports an empty device', async () => {
    expect(await openReader().loadShop('pc')).toBeNull();
    expect(await openEarlyReader({ indexedDB: undefined, name: NAME }).loadShop('pc')).toBeNull();
    const store = await openLeading();
    await store.applyChanges(firstWrite(sampleRecord('smart', [])), []);
    expect(await openReader().loadShop('pc')).toBeNull();
  });

  it.each([CATALOG_BROWSER_VERSION - 1, CATALOG_BROWSER_VERSION + 1])(
    'leaves a database of version %i to the store',
    async (version) => {
      const other = await settle(indexedDB.open(NAME, version));
      expect(await openReader().loadShop('pc')).toBeUndefined();
      other.close();
    },
  );

  it('creates the database of a first visit, which the store then opens', async () => {
    const opened = vi.spyOn(indexedDB, 'open');
    const reader = openReader();
    expect(await reader.loadShop('pc')).toBeNull();
    // Reported before the database is there.
    const request = opened.mock.results[0]?.value as IDBOpenDBRequest | undefined;
    expect(request?.transaction).toBeTruthy();
    const store = await openLeading(reader);
    await store.applyChanges(firstWrite(sampleRecord('smart', [])), []);
    expect(await store.listShops()).toEqual(['smart']);
    expect(opened).toHaveBeenCalledTimes(1);
    expect(await indexedDB.databases()).toEqual([{ name: NAME, version: CATALOG_BROWSER_VERSION }]);
  });

  it('tells the store of a newer version that took over before the store was opened', async () => {
    const reader = openReader();
    await reader.database?.open();
    (await settle(indexedDB.open(NAME, CATALOG_BROWSER_VERSION + 1))).close();
    const onOutdated = vi.fn();
    const store = await openCatalogStore({ database: reader.database, indexedDB, IDBKeyRange, onOutdated });
    expect(store.kind).toBe('memory');
    expect(onOutdated).toHaveBeenCalledTimes(1);
    expect(await reader.loadShop('pc')).toBeNull();
  });

  it('creates it once for tabs that open at the same time', async () => {
    const readers = [openReader(), openReader()];
    const stores = await Promise.all(readers.map(openLeading));
    expect(stores.map(({ kind }) => kind)).toEqual(['device', 'device']);
    for (const reader of readers) expect(await reader.loadShop('pc')).toBeNull();
    expect(await indexedDB.databases()).toEqual([{ name: NAME, version: CATALOG_BROWSER_VERSION }]);
  });

  it('holds no connection once it is closed, also one that opens later', async () => {
    openReader().database?.close();
    await settle(indexedDB.deleteDatabase(NAME));
  });

  it('leaves a browser whose storage is blocked to the store', async () => {
    const open = (): never => {
      throw new DOMException('blocked by the user', 'SecurityError');
    };
    const blocked = Object.assign(Object.create(indexedDB) as IDBFactory, { open });
    expect(await openEarlyReader({ name: NAME, indexedDB: blocked, IDBKeyRange }).loadShop('pc')).toBeUndefined();
  });

  it('blocks neither a newer version nor the deletion of a damaged database', async () => {
    const store = await openLeading();
    const reader = openReader();
    expect(await reader.loadShop('pc')).toBeNull();
    store.close();
    (await settle(indexedDB.open(NAME, CATALOG_BROWSER_VERSION + 1))).close();
    expect(await reader.loadShop('pc')).toBeUndefined();
    await settle(indexedDB.deleteDatabase(NAME));
  });
});
