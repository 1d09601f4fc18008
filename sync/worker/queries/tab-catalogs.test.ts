import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryCatalogStore } from '../../catalog/store/memory-catalog-store.ts';
import { StorageBlockedError } from '../../database/storage-errors.ts';
import { firstWrite, sampleRecord } from '../../testing/catalog-store-contract.ts';
import { changeOf } from '../../testing/store-reads.ts';
import { StatusBoard } from '../status-board.ts';
import { TabCatalogs } from './tab-catalogs.ts';

let store: MemoryCatalogStore;
let board: StatusBoard;
let late: string[];
let catalogs: TabCatalogs;

beforeEach(async () => {
  vi.useFakeTimers();
  store = new MemoryCatalogStore();
  await store.write(changeOf(firstWrite(sampleRecord('pc', []))));
  board = new StatusBoard(() => undefined);
  late = [];
  catalogs = new TabCatalogs({
    openStore: async () => store,
    readEarly: async () => undefined,
    board,
    onLateRead: (shop) => late.push(shop),
  });
});
afterEach(() => vi.useRealTimers());

/** The storage answers a read of a shop after this time. */
function answerAfter(ms: number, error?: Error): void {
  const { loadShop } = MemoryCatalogStore.prototype;
  store.loadShop = async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (error) throw error;
    return loadShop.apply(store, given);
  };
}

it('[CAT4] a shop that the storage returns late has no products until then', async () => {
  answerAfter(8_000);
  const opening = catalogs.get('pc');
  await vi.advanceTimersByTimeAsync(3_000);
  const catalog = await opening;
  expect([catalog.record, late]).toEqual([undefined, []]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([catalog.record?.shop, late, board.get('pc').catalogue]).toEqual(['pc', ['pc'], 'ready']);
});

it('[CAT4] a shop has no products if the storage is blocked; any other failure rejects', async () => {
  answerAfter(1_000, new StorageBlockedError('catalogue'));
  const opening = catalogs.get('pc');
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await opening).record).toBeUndefined();
  answerAfter(1_000, new Error('damaged'));
  const failing = expect(catalogs.get('smart')).rejects.toThrow('damaged');
  await vi.advanceTimersByTimeAsync(1_000);
  await failing;
  expect(late).toEqual([]);
});
