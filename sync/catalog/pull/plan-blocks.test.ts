import { expect, it } from 'vitest';
import { MAX_TOGETHER_BLOCKS, MAX_TOGETHER_BYTES } from '#contract/limits.ts';
import { ALL_CATEGORIES } from '#contract/blocks/list-blocks.ts';
import type { NamedBlock, OpenedCategory } from '#contract/blocks/list-blocks.ts';
import type { BlockEntry, Manifest } from '#contract/http/catalog.ts';
import { divideBlocks, groupBlocks, planBlocks } from './plan-blocks.ts';

const entry = (hash: string, kind: BlockEntry['kind'], mainCategory?: string): BlockEntry => ({
  hash,
  kind,
  rows: 1,
  bytes: 1,
  ...(mainCategory === undefined ? {} : { shelves: [{ mainCategory, category: 'c', rows: 1 }] }),
});
const manifest: Manifest = {
  epoch: 'e',
  seq: 1,
  viewsSeq: 0,
  rows: 3,
  digest: 0,
  blocks: [
    entry('details', 'details'),
    entry('cards-a', 'cards', 'A'),
    entry('views', 'views'),
    entry('cards-b', 'cards', 'B'),
  ],
};
const openedIn = (mainCategory: string, category: string | null = null): OpenedCategory => ({ mainCategory, category });
const hashes = (entries: readonly NamedBlock[]): string[] => entries.map(({ hash }) => hash);

it('[CAT5] cards are fetched before views and details, the opened category first', () => {
  expect(hashes(planBlocks(manifest, new Set(), openedIn('B')))).toEqual(['cards-b', 'cards-a', 'views', 'details']);
  expect(hashes(planBlocks(manifest, new Set()))).toEqual(['cards-a', 'cards-b', 'views', 'details']);
});

it('[CAT5] only blocks that are not stored are fetched', () => {
  expect(hashes(planBlocks(manifest, new Set(['cards-a', 'details', 'old']), openedIn('A')))).toEqual([
    'cards-b',
    'views',
  ]);
});

it.each([
  { opened: openedIn('B'), needed: ['cards-b', 'views'], later: ['cards-a', 'details'] },
  { opened: openedIn('B', 'c'), needed: ['cards-b', 'views'], later: ['cards-a', 'details'] },
  { opened: ALL_CATEGORIES, needed: ['cards-a', 'cards-b', 'views'], later: ['details'] },
  {
    opened: openedIn('a category that the shop no longer has'),
    needed: ['cards-a', 'cards-b', 'views'],
    later: ['details'],
  },
])('[CAT5] a first snapshot is shown once the cards of $opened are there', ({ opened, needed, later }) => {
  const divided = divideBlocks(manifest, new Set(), opened);
  expect(hashes(divided.needed)).toEqual(needed);
  expect(hashes(divided.later)).toEqual(later);
});

it('[CAT5] the cards of a category that are stored already do not bring the others forward', () => {
  expect(hashes(divideBlocks(manifest, new Set(['cards-b']), openedIn('B')).needed)).toEqual(['views']);
});

const blocksOf = (...sizes: number[]) =>
  sizes.map((bytes, place) => ({ kind: 'details' as const, hash: String(place), bytes }));
const group = (...sizes: number[]): number[] => groupBlocks(blocksOf(...sizes)).map(({ length }) => length);

it('[CAT23] blocks travel together in their order, up to a number and a size; a larger block travels alone', () => {
  expect(group()).toEqual([]);
  expect(group(...Array.from({ length: 2 * MAX_TOGETHER_BLOCKS + 1 }, () => 1))).toEqual([
    MAX_TOGETHER_BLOCKS,
    MAX_TOGETHER_BLOCKS,
    1,
  ]);
  expect(group(1, MAX_TOGETHER_BYTES, MAX_TOGETHER_BYTES + 1, 1, 1)).toEqual([1, 1, 1, 2]);
  const blocks = blocksOf(...Array.from({ length: 40 }, () => MAX_TOGETHER_BYTES / 7));
  expect(groupBlocks(blocks).flat()).toEqual(blocks);
});
