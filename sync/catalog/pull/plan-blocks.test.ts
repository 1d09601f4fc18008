import { expect, it } from 'vitest';
import { MAX_TOGETHER_BLOCKS, MAX_TOGETHER_BYTES } from '#contract/limits.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { BlockEntry, Manifest } from '#contract/http/catalog.ts';
import { groupBlocks, planBlocks } from './plan-blocks.ts';

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
const hashes = (entries: readonly NamedBlock[]): string[] => entries.map(({ hash }) => hash);

it('[CAT5] cards are fetched before views and details, the opened category first', () => {
  expect(hashes(planBlocks(manifest, new Set(), 'B'))).toEqual(['cards-b', 'cards-a', 'views', 'details']);
  expect(hashes(planBlocks(manifest, new Set()))).toEqual(['cards-a', 'cards-b', 'views', 'details']);
});

it('[CAT5] only blocks that are not stored are fetched', () => {
  expect(hashes(planBlocks(manifest, new Set(['cards-a', 'details', 'old']), 'A'))).toEqual(['cards-b', 'views']);
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
