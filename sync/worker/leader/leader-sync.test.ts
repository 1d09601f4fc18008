import { expect, it } from 'vitest';
import { isBehind, pokeSpreadMs } from './leader-sync.ts';

it('[PULL3] pulls after a poke are spread by the number of listeners: 1,000 in a second, over a minute at most', () => {
  expect([1, 2, 201, 10_001, 1_000_000].map(pokeSpreadMs)).toEqual([0, 1, 200, 10_000, 60_000]);
  expect(pokeSpreadMs(undefined)).toBe(200);
});

it('[PULL3] a poke announces a change unless the device has reached its position in the same history', () => {
  const record = { epoch: 'one', cursor: 7 };
  const isNews = (seq: number, epoch?: string): boolean => isBehind(record, { seq, epoch });
  expect([6, 7, 8].map((seq) => isNews(seq, 'one'))).toEqual([false, false, true]);
  expect([6, 7, 8].map((seq) => isNews(seq, 'restored'))).toEqual([true, true, true]);
  // A server of an earlier version names no history.
  expect([6, 7, 8].map((seq) => isNews(seq))).toEqual([true, false, true]);
  expect(isBehind(undefined, { seq: 1, epoch: 'one' })).toBe(true);
});
