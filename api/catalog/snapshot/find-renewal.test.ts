import { expect, it } from 'vitest';
import type { ShopVersion } from '../feed/feed.repository.ts';
import { findRenewal, LONGEST_LAG_MS, SNAPSHOT_LAYOUT } from './find-renewal.ts';

const CURRENT: ShopVersion = {
  seq: 5_000,
  nonce: '',
  updatedAt: 1,
  viewsSeq: 100,
  viewsNonce: '',
  count: 6_400,
  digest: 0,
  floor: 0,
  snapshotSeq: 5_000,
  snapshotViewsSeq: 100,
  snapshotNumber: 3,
  snapshotStoredAt: 1_000,
  snapshotAt: 1_000,
  snapshotLayout: SNAPSHOT_LAYOUT,
};
const find = (version: Partial<ShopVersion>, nowMs = 1_000) => findRenewal({ ...CURRENT, ...version }, nowMs);

it('[R11] no part of a current snapshot is due, at any age', () => {
  expect([find({}), find({}, 10 * LONGEST_LAG_MS)]).toEqual([undefined, undefined]);
});

it('[R11] a missing snapshot is due, and so is one of another layout', () => {
  expect([find({ snapshotNumber: 0 }), find({ snapshotLayout: SNAPSHOT_LAYOUT - 1 })]).toEqual(['all', 'all']);
});

it('[R11] a small shop’s snapshot is due after any change', () => {
  expect([find({ seq: 5_001, count: 1_000 }), find({ seq: 5_001, count: 0 })]).toEqual(['all', 'all']);
  expect(find({ seq: 5_001, count: 1_001 })).toBe(undefined);
});

it('[R11] a snapshot may lag behind by a 64th of the products, by 2,000 changes at most, and for a day', () => {
  expect([find({ seq: 5_100 }), find({ seq: 5_101 })]).toEqual([undefined, 'all']);
  const large = { count: 667_780 };
  expect([find({ ...large, seq: 7_000 }), find({ ...large, seq: 7_001 })]).toEqual([undefined, 'all']);
  expect([find({ seq: 5_001 }, 999 + LONGEST_LAG_MS), find({ seq: 5_001 }, 1_000 + LONGEST_LAG_MS)]).toEqual([
    undefined,
    'all',
  ]);
});

it('[R11] many views renew the view counts alone', () => {
  expect([find({ viewsSeq: 500 }), find({ viewsSeq: 501 })]).toEqual([undefined, 'views']);
  expect(find({ viewsSeq: 501, seq: 5_101 })).toBe('all');
});
