import { IDBFactory, IDBKeyRange, IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseHandle } from '../../database/database-handle.ts';
import { answerOf } from '../../database/idb.ts';
import { StorageFullError } from '../../database/storage-errors.ts';
import { describeCatalogStore, firstWrite, sampleHash, sampleRecord } from '../../testing/catalog-store-contract.ts';
import { CATALOG_LAYOUT, SupersededError } from './catalog-store.ts';
import type { CatalogStore } from './catalog-store.ts';
import { CatalogDatabase } from './catalog-database.ts';
import { DexieCatalogStore, openCatalogStore } from './dexie-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';
import { changeOf, findShop } from '../../testing/store-reads.ts';

let indexedDB: IDBFactory;
const openStore = async (): Promise<DexieCatalogStore> =>
  new DexieCatalogStore(new DatabaseHandle(() => new CatalogDatabase('catalogue', { indexedDB, IDBKeyRange })));

beforeEach(() => {
  indexedDB = new IDBFactory();
});

describeCatalogStore('IndexedDB', openStore, { isShared: true });
describeCatalogStore('memory', async () => new MemoryCatalogStore(), { isShared: false });

describe('[CAT4] opening the store', () => {
  const open = (onOutdated: () => void = () => undefined): Promise<CatalogStore> =>
    openCatalogStore({ name: 'catalogue', indexedDB, IDBKeyRange, onOutdated });
  const openLeading = async (): Promise<CatalogStore> => {
    const store = await open();
    await store.claimLead();
    return store;
  };

  const blocked = (): never => {
    throw new DOMException('blocked by the user', 'SecurityError');
  };
  it.each<[string, () => IDBFactory]>([
    ['IndexedDB is missing', () => undefined as unknown as IDBFactory],
    ['the browser blocks its storage', () => Object.assign(Object.create(indexedDB) as IDBFactory, { open: blocked })],
  ])('falls back to memory where %s', async (_why, factory) => {
    const store = await openCatalogStore({ indexedDB: factory(), IDBKeyRange, onOutdated: () => undefined });
    expect(store.kind).toBe('memory');
  });

  it('reopens a database that another tab has deleted', async () => {
    const store = await openLeading();
    await answerOf(indexedDB.deleteDatabase('catalogue'));
    expect(await store.listShops()).toEqual([]);
    await expect(store.write(changeOf(firstWrite(sampleRecord('pc', []))))).rejects.toThrow(SupersededError);
  });

  it('[fault 45] releases the database to a newer version, and reports it', async () => {
    let outdated = 0;
    const store = await open(() => (outdated += 1));
    await store.listShops();
    const newer = indexedDB.open('catalogue', 9_999);
    await new Promise((resolve, reject) => {
      newer.addEventListener('success', resolve);
      newer.addEventListener('blocked', () => reject(new Error('the older tab blocks the database')));
    });
    expect(outdated).toBe(1);
    await expect(store.write(changeOf(firstWrite(sampleRecord('pc', []))))).rejects.toThrow('closed');
    await expect(store.listShops()).rejects.toThrow('closed');
    expect(await answerOf(newer.result.transaction('lists').objectStore('lists').count())).toBe(0);
    newer.result.close();
  });

  it('[fault 45] falls back to memory if a page of an older layout blocks it, and holds no connection later', async () => {
    const older = await answerOf(indexedDB.open('catalogue', 10));
    const store = await open();
    expect(store.kind).toBe('memory');
    older.close();
    await answerOf(indexedDB.deleteDatabase('catalogue'));
  });

  it('caches each list under its URL', async () => {
    const store = await openLeading();
    for (const shop of ['default', 'pc'] as const) await store.write(changeOf(firstWrite(sampleRecord(shop, []))));
    store.close();
    const database = await answerOf(indexedDB.open('catalogue'));
    const keys = await answerOf(database.transaction('lists').objectStore('lists').getAllKeys());
    expect(keys).toEqual(['/api/products', '/api/products?shop=pc']);
    database.close();
  });

  it('recreates a database of layout 1, whose views had another key', async () => {
    const request = indexedDB.open('catalogue', 10);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('shops', { keyPath: 'shop' }).put(sampleRecord('pc', []));
      request.result.createObjectStore('views', { keyPath: 'other' }).put({ other: 1 });
    });
    (await answerOf(request)).close();
    const store = await open();
    expect([store.kind, await store.listShops()]).toEqual(['device', []]);
  });

  it.each([[], ['lists'], ['blocks', 'meta', 'overlay', 'views']])(
    'recreates a database that lacks some or all of the tables (case %#)',
    async (...tables) => {
      const making = indexedDB.open('catalogue', CATALOG_LAYOUT * 10);
      making.addEventListener('upgradeneeded', () => {
        for (const table of tables) making.result.createObjectStore(table);
      });
      (await answerOf(making)).close();
      const store = await open();
      expect([store.kind, await store.listShops()]).toEqual(['device', []]);
    },
  );

  it.each(['UnknownError', 'NotReadableError', 'DataError'])(
    'deletes a catalogue that cannot be read (%s), and can fill it again',
    async (name) => {
      const store = await openLeading();
      await store.write(changeOf(firstWrite(sampleRecord('pc', []))));
      const read = vi.spyOn(FakeObjectStore.prototype, 'get').mockImplementation(() => {
        throw new DOMException('a file is gone', name);
      });
      const { deleteDatabase } = indexedDB;
      vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((database) => {
        read.mockRestore();
        return deleteDatabase.call(indexedDB, database);
      });
      expect(await store.loadShop('pc')).toBeUndefined();
      await expect(store.write(changeOf(firstWrite(sampleRecord('pc', []))))).rejects.toThrow(SupersededError);
      await store.claimLead();
      await store.write(changeOf(firstWrite(sampleRecord('pc', []))));
      expect(await findShop(store, 'pc')).toBeDefined();
    },
  );

  it('keeps a catalogue when the browser fails a single read', async () => {
    const store = await openLeading();
    await store.write(changeOf(firstWrite(sampleRecord('pc', []))));
    const read = vi.spyOn(FakeObjectStore.prototype, 'get').mockImplementation(() => {
      read.mockRestore();
      throw new DOMException('internal error', 'UnknownError');
    });
    expect((await store.loadShop('pc'))?.record.epoch).toBe('e1');
  });

  it('stores nothing of a write if a part of it cannot be cloned', async () => {
    const store = await openLeading();
    const block = (letter: string, bytes: unknown) =>
      ({ hash: sampleHash(letter), kind: 'cards', bytes: bytes as ArrayBuffer }) as const;
    const blocks = [block('a', new ArrayBuffer(1)), block('b', () => undefined)];
    await expect(store.write({ shop: 'pc', base: undefined, blocks: blocks })).rejects.toThrow(/clone/);
    expect((await store.listBlocks('pc')).size).toBe(0);
  });

  it('reports a full device when the browser aborts the transaction', async () => {
    const store = await openLeading();
    const put = FakeObjectStore.prototype.put;
    vi.spyOn(FakeObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      const { transaction } = this;
      const request = put.apply(this, args);
      request.addEventListener('success', () => {
        Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
        transaction.abort();
      });
      return request;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const write = store.write(
      changeOf(firstWrite(sampleRecord('pc', [])), { rows: [{ id: 1, seq: 1, product: null }] }),
    );
    await expect(write).rejects.toThrow(StorageFullError);
  });
});
