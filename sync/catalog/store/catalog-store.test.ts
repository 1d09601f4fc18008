import { IDBFactory, IDBKeyRange, IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CatalogDatabase } from '../../database/catalog-database.ts';
import { CATALOG_BROWSER_VERSION } from '../../database/catalog-layout.ts';
import { DexieCatalog } from '../../testing/dexie-catalog.ts';
import { describeCatalogStore, firstWrite, sampleHash, sampleRecord } from '../../testing/catalog-store-contract.ts';
import { StorageFullError, SupersededError } from './catalog-store.ts';
import type { CatalogStore } from './catalog-store.ts';
import { IndexedDbCatalogStore } from './indexed-db-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';
import { openCatalogStore } from './open-catalog-store.ts';

let indexedDB: IDBFactory;
const openStore = async (): Promise<IndexedDbCatalogStore> =>
  new IndexedDbCatalogStore(new CatalogDatabase(indexedDB, 'catalogue'), IDBKeyRange);

beforeEach(() => {
  indexedDB = new IDBFactory();
});

describeCatalogStore('IndexedDB', openStore, { isShared: true });
describeCatalogStore('memory', async () => new MemoryCatalogStore(), { isShared: false });

describe('[CAT4] opening the store', () => {
  const open = (onOutdated: () => void = () => undefined): Promise<CatalogStore> =>
    openCatalogStore({ name: 'catalogue', indexedDB, IDBKeyRange, onOutdated });

  it('keeps what was stored across a restart', async () => {
    const first = await open();
    await first.claimLead();
    await first.putBlocks('pc', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: new ArrayBuffer(3) }]);
    await first.adoptSnapshot(firstWrite(sampleRecord('pc', [sampleHash('a')])), 0);
    first.close();
    const second = await open();
    expect(second.kind).toBe('device');
    expect((await second.findShop('pc'))?.epoch).toBe('e1');
    expect((await second.findBlock('pc', sampleHash('a')))?.byteLength).toBe(3);
  });

  it('falls back to memory where IndexedDB is missing', async () => {
    const store = await openCatalogStore({
      onOutdated: () => undefined,
      indexedDB: undefined as unknown as IDBFactory,
    });
    expect(store.kind).toBe('memory');
  });

  it('[fault 45] falls back to memory when another version holds the database', async () => {
    const newer = indexedDB.open('catalogue', 9_999);
    await new Promise((resolve) => newer.addEventListener('success', resolve));
    let outdated = 0;
    const store = await open(() => (outdated += 1));
    expect(store.kind).toBe('memory');
    expect(outdated).toBe(1);
    newer.result.close();
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
    await expect(store.saveRecord(firstWrite(sampleRecord('pc', [])))).rejects.toThrow('newer version');
    await expect(store.listShops()).rejects.toThrow('newer version');
    const stored = newer.result.transaction('shops').objectStore('shops').count();
    await new Promise((resolve) => stored.addEventListener('success', resolve));
    expect(stored.result).toBe(0);
    newer.result.close();
  });

  it('[fault 45] falls back to memory behind a page of an older layout, and holds no connection later', async () => {
    const older = await settle(indexedDB.open('catalogue', 10));
    const store = await open();
    expect(store.kind).toBe('memory');
    older.close();
    await settle(indexedDB.deleteDatabase('catalogue'));
  });

  it('falls back to memory where the browser blocks its storage', async () => {
    const blocked = Object.assign(Object.create(indexedDB) as IDBFactory, {
      open: () => {
        throw new DOMException('blocked by the user', 'SecurityError');
      },
    });
    const store = await openCatalogStore({ indexedDB: blocked, IDBKeyRange, onOutdated: () => undefined });
    expect(store.kind).toBe('memory');
  });

  it('reads and writes a database that Dexie has created, as versions up to 0.2 did', async () => {
    const dexie = new DexieCatalog('catalogue', { indexedDB, IDBKeyRange });
    const record = sampleRecord('pc', [sampleHash('a')]);
    await dexie.shops.put(record);
    await dexie.blocks.put({ shop: 'pc', hash: sampleHash('a'), kind: 'cards', bytes: new ArrayBuffer(3) });
    const created = describeTables(dexie.backendDB());
    dexie.close();
    const store = await open();
    await store.claimLead();
    await store.applyChanges({ base: record, next: { ...record, cursor: 11 } }, [{ id: 1, seq: 11, product: null }]);
    expect(await store.loadShop('pc')).toMatchObject({ record: { cursor: 11 }, overlay: [{ id: 1 }] });
    store.close();
    // A new one is the same.
    await settle(indexedDB.deleteDatabase('catalogue'));
    (await open()).close();
    const database = await settle(indexedDB.open('catalogue'));
    expect(describeTables(database)).toEqual(created);
    database.close();
  });

  it('keeps the tables of an older layout that have the same key, and creates the others', async () => {
    const request = indexedDB.open('catalogue', 10);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('shops', { keyPath: 'shop' }).put(sampleRecord('pc', []));
      request.result.createObjectStore('views', { keyPath: 'other' }).put({ other: 1 });
    });
    (await settle(request)).close();
    const store = await open();
    expect(await store.listShops()).toEqual(['pc']);
    expect(await store.findViews('pc')).toBeUndefined();
  });

  it('recreates a database that lacks a table', async () => {
    (await settle(indexedDB.open('catalogue', CATALOG_BROWSER_VERSION))).close();
    const store = await open();
    expect(store.kind).toBe('device');
    expect(await store.listShops()).toEqual([]);
  });

  it('stores nothing of a write that cannot be cloned', async () => {
    const store = await open();
    await store.claimLead();
    const block = (letter: string, bytes: unknown) =>
      ({ hash: sampleHash(letter), kind: 'cards', bytes: bytes as ArrayBuffer }) as const;
    const blocks = [block('a', new ArrayBuffer(1)), block('b', () => undefined)];
    await expect(store.putBlocks('pc', undefined, blocks)).rejects.toThrow(/clone/);
    expect((await store.listBlocks('pc')).size).toBe(0);
  });

  it('reports a full device by the request that failed, not by those that it took along', async () => {
    const store = await open();
    await store.claimLead();
    const put = FakeObjectStore.prototype.put;
    vi.spyOn(FakeObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      const { transaction } = this;
      const request = put.apply(this, args);
      Object.defineProperty(transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
      transaction.abort();
      return request;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const write = store.applyChanges(firstWrite(sampleRecord('pc', [])), [{ id: 1, seq: 1, product: null }]);
    await expect(write).rejects.toThrow(StorageFullError);
  });

  it('opens a database again that another tab has deleted', async () => {
    const store = await open();
    await store.claimLead();
    await settle(indexedDB.deleteDatabase('catalogue'));
    expect(await store.listShops()).toEqual([]);
    await expect(store.saveRecord(firstWrite(sampleRecord('pc', [])))).rejects.toThrow(SupersededError);
  });

  it('[fault 44] reopens a handle that the browser has closed', async () => {
    const opened = vi.spyOn(indexedDB, 'open');
    const store = await openStore();
    await store.claimLead();
    const request = opened.mock.results[0]?.value as IDBOpenDBRequest | undefined;
    request?.result.close();
    await store.putBlocks('pc', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: new ArrayBuffer(1) }]);
    expect((await store.listBlocks('pc')).size).toBe(1);
  });
});

function settle<T>(request: IDBRequest<T> | IDBOpenDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as T));
    request.addEventListener('error', () => reject(request.error ?? new Error('failed')));
    request.addEventListener('blocked', () => reject(new Error('blocked')));
  });
}

/** Version, tables, keys and indexes. */
function describeTables(database: IDBDatabase): unknown {
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  const tables = names.map((name) => {
    const table = transaction.objectStore(name);
    const indexes = [...table.indexNames].map((index) => {
      const { keyPath, unique, multiEntry } = table.index(index);
      return { index, keyPath, unique, multiEntry };
    });
    return { name, keyPath: table.keyPath, autoIncrement: table.autoIncrement, indexes };
  });
  return { version: database.version, tables };
}
