import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import { IndexWarmUp } from './index-warm-up.ts';

/** Steps until the titles are ready. */
const STEPS = 3;

let steps: number;
let reads: (() => Promise<boolean>)[];
let joined: string[];
let warmUp: IndexWarmUp;
const read = vi.fn(() => (reads.shift() ?? (async () => true))());

/** What a warm-up uses of a shop whose columns are not in memory. */
const catalog = {
  shop: 'pc',
  index: {},
  hasColumns: false,
  readColumns: read,
  get hasKeys() {
    return steps >= STEPS;
  },
  warm() {
    steps += 1;
    return steps < STEPS;
  },
} as unknown as ShopCatalog;

beforeEach(() => {
  vi.useFakeTimers();
  steps = 0;
  reads = [];
  joined = [];
  read.mockClear();
  warmUp = new IndexWarmUp((shop) => joined.push(shop));
});
afterEach(() => vi.useRealTimers());

it('[CAT25] the titles of the shop of the newest list are prepared in steps with pauses', async () => {
  warmUp.continueWith(catalog);
  expect(steps).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(steps).toBe(1);
  await vi.advanceTimersByTimeAsync(50);
  expect(steps).toBe(STEPS);
});

it('[CAT22] links and placeholders are joined once, however many lists follow', async () => {
  for (let list = 0; list < 5; list++) {
    warmUp.continueWith(catalog);
    await vi.advanceTimersByTimeAsync(30);
  }
  expect([read.mock.calls.length, joined]).toEqual([1, ['pc']]);
});

it('after a storage failure the next list reads links and placeholders again', async () => {
  reads = [() => Promise.reject(new Error('the storage fails'))];
  warmUp.continueWith(catalog);
  await vi.advanceTimersByTimeAsync(200);
  expect(joined).toEqual([]);
  warmUp.continueWith(catalog);
  await vi.advanceTimersByTimeAsync(200);
  expect(joined).toEqual(['pc']);
});

it('no titles are prepared once the tab has closed', async () => {
  warmUp.continueWith(catalog);
  warmUp.close();
  await vi.advanceTimersByTimeAsync(200);
  expect(steps).toBe(0);
});
