import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { CatalogDatabase } from '../../database/catalog-database.ts';
import { describeCatalogStore, firstWrite, sampleHash, sampleRecord } from '../../testing/catalog-store-contract.ts';
import { StaleRecordError, SupersededError } from './catalog-store.ts';
import type { CatalogStore } from './catalog-store.ts';
import { DexieCatalogStore } from './dexie-catalog-store.ts';
import { MemoryCatalogStore } from './memory-catalog-store.ts';
import { openCatalogStore } from './open-catalog-store.ts';

let indexedDB: IDBFactory;
const openDexie = async (): Promise<DexieCatalogStore> =>
  new DexieCatalogStore(new CatalogDatabase('catalogue', { indexedDB, IDBKeyRange }));

beforeEach(() => {
  indexedDB = new IDBFactory();
});

describeCatalogStore('IndexedDB', openDexie, { isShared: true });
describeCatalogStore('memory', async () => new MemoryCatalogStore(), { isShared: false });

describe('[CAT24] first pages', () => {
  const totals = { '[null,null]': { title: 1 } };
  const list = (name: string) => ({ list: name, cards: [], places: {}, totals: {} });

  it('are stored with the state of their shop, by the leader and for the stored state only', async () => {
    const store = await openDexie();
    await store.claimLead();
    const record = sampleRecord('pc', []);
    await store.adoptSnapshot(firstWrite(record), 0);
    await store.putFirstPages(record, { changed: [list('a'), list('b')], gone: undefined, totals });
    await store.putFirstPages(record, { changed: [list('c')], gone: ['a'], totals: {} });
    const stale = { ...record, cursor: 11 };
    await expect(store.putFirstPages(stale, { changed: [list('d')], gone: [], totals })).rejects.toThrow(
      StaleRecordError,
    );
    const names = async (): Promise<string[]> => (await readNames()).filter((name) => name !== '');
    expect(await names()).toEqual(['b', 'c']);
    expect(await store.findFirstPagesHead('pc')).toMatchObject({ state: { epoch: 'e1', cursor: 10 }, totals: {} });
    await store.putFirstPages(record, { changed: [list('e')], gone: undefined, totals });
    expect(await names()).toEqual(['e']);
    await (await openDexie()).claimLead();
    await expect(store.putFirstPages(record, { changed: [], gone: [], totals })).rejects.toThrow(SupersededError);
  });

  async function readNames(): Promise<string[]> {
    const database = new CatalogDatabase('catalogue', { indexedDB, IDBKeyRange });
    const keys = await database.firstPages.toCollection().primaryKeys();
    database.close();
    return keys.map(([, name]) => name);
  }
});

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

  it('[fault 44] reopens a handle that the browser has closed', async () => {
    const database = new CatalogDatabase('catalogue', { indexedDB, IDBKeyRange });
    const store = new DexieCatalogStore(database);
    await store.claimLead();
    database.backendDB().close();
    await store.putBlocks('pc', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: new ArrayBuffer(1) }]);
    expect((await store.listBlocks('pc')).size).toBe(1);
  });
});
