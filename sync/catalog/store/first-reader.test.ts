import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { answerOf } from '../../database/idb.ts';
import { silenceConnections } from '../../testing/endless-transactions.ts';
import { openCatalogStore } from './dexie-catalog-store.ts';
import { CATALOG_LAYOUT } from './catalog-store.ts';
import type { CatalogStore } from './catalog-store.ts';
import { firstWrite, sampleHash, sampleRecord } from '../../testing/catalog-store-contract.ts';
import { openFirstReader } from './first-reader.ts';
import type { ReadFirst } from './first-reader.ts';
import { changeOf } from '../../testing/store-reads.ts';

const NAME = 'catalogue';
/** The layout's version in IndexedDB: Dexie multiplies its own number by ten. */
const BROWSER_VERSION = CATALOG_LAYOUT * 10;
let indexedDB: IDBFactory;

beforeEach(() => {
  indexedDB = new IDBFactory();
});

const openReader = (): ReadFirst => openFirstReader(indexedDB, IDBKeyRange, NAME);

async function openLeading(): Promise<CatalogStore> {
  const store = await openCatalogStore({ name: NAME, indexedDB, IDBKeyRange, onOutdated: () => undefined });
  await store.claimLead();
  return store;
}

describe('[CAT15] reading before the store is open', () => {
  it('leaves a read that does not end to the store', async () => {
    (await openLeading()).close();
    silenceConnections(indexedDB, { alsoNew: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reading = openReader()('pc');
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect(await reading).toBeUndefined();
  });

  it('returns what the store would return', async () => {
    const store = await openLeading();
    const hashes = [sampleHash('a'), sampleHash('b'), sampleHash('c')];
    for (const [place, hash] of hashes.entries()) {
      const kind = place === 1 ? 'details' : 'cards';
      await store.write({ shop: 'pc', base: undefined, blocks: [{ hash, kind, bytes: Uint8Array.of(place).buffer }] });
      await store.write({ shop: 'smart', base: undefined, blocks: [{ hash, kind, bytes: Uint8Array.of(9).buffer }] });
    }
    const views = { ids: Uint32Array.of(1), counts: Uint32Array.of(5) };
    const record = sampleRecord('pc', [sampleHash('a'), sampleHash('c')]);
    await store.write(changeOf(firstWrite(record), { dropRowsUpTo: 0, views }));
    const rows = [7, 13, 12].map((seq) => ({ id: seq, seq, product: sampleAffiliate({ id: seq, seq }) }));
    await store.write(changeOf({ base: record, next: { ...record, cursor: 13 } }, { rows: rows }));
    await store.write(
      changeOf(firstWrite(sampleRecord('smart', [], { cursor: 20 })), { rows: [{ id: 1, seq: 20, product: null }] }),
    );

    const early = await openReader()('pc');
    expect(early).toEqual(await store.loadShop('pc'));
    expect(early?.overlay.map(({ seq }) => seq)).toEqual([12, 13]);
    expect([...(early?.cards.keys() ?? [])]).toEqual([sampleHash('a'), sampleHash('c')]);
  });

  it('reports an empty device, and creates no database on it', async () => {
    expect(await openReader()('pc')).toBeNull();
    expect(await indexedDB.databases()).toEqual([]);
    expect(await openFirstReader(null as unknown as IDBFactory, IDBKeyRange, NAME)('pc')).toBeNull();
    const store = await openLeading();
    await store.write(changeOf(firstWrite(sampleRecord('smart', [])), { rows: [] }));
    expect(await openReader()('pc')).toBeNull();
  });

  it('asks again after it found nothing, and reads what another tab has stored meanwhile', async () => {
    const read = openReader();
    expect(await read('pc')).toBeNull();
    const store = await openLeading();
    await store.write(changeOf(firstWrite(sampleRecord('pc', [])), { rows: [] }));
    expect(await read('pc')).toEqual(await store.loadShop('pc'));
  });

  it.each([BROWSER_VERSION - 1, BROWSER_VERSION + 1])(
    'leaves a database of version %i to the store',
    async (version) => {
      const other = await answerOf(indexedDB.open(NAME, version));
      expect(await openReader()('pc')).toBeUndefined();
      other.close();
    },
  );

  it('leaves the read to the store when tabs create the database at the same time', async () => {
    const readers = [openReader(), openReader()];
    const stores = await Promise.all(readers.map(openLeading));
    expect(stores.map(({ kind }) => kind)).toEqual(['device', 'device']);
    for (const read of readers) expect(await read('pc')).not.toBeInstanceOf(Object);
    expect(await indexedDB.databases()).toEqual([{ name: NAME, version: BROWSER_VERSION }]);
  });

  it('leaves the read to the store when the browser blocks its storage', async () => {
    const open = (): never => {
      throw new DOMException('blocked by the user', 'SecurityError');
    };
    const blocked = Object.assign(Object.create(indexedDB) as IDBFactory, { open });
    expect(await openFirstReader(blocked, IDBKeyRange, NAME)('pc')).toBeUndefined();
  });

  it('blocks neither a newer version nor the deletion of a damaged database', async () => {
    const store = await openLeading();
    const reader = openReader();
    expect(await reader('pc')).toBeNull();
    store.close();
    (await answerOf(indexedDB.open(NAME, BROWSER_VERSION + 1))).close();
    expect(await reader('pc')).toBeUndefined();
    await answerOf(indexedDB.deleteDatabase(NAME));
  });
});
