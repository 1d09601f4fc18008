import { expect, it } from 'vitest';
import { MAX_TOGETHER_BLOCKS, MAX_TOGETHER_BYTES } from '#contract/limits.ts';
import { groupBlocks } from './plan-blocks.ts';

const blocksOf = (...sizes: number[]) =>
  sizes.map((bytes, place) => ({ kind: 'details' as const, hash: String(place), bytes }));
const group = (...sizes: number[]): number[] => groupBlocks(blocksOf(...sizes)).map(({ length }) => length);

it('[CAT23] blocks travel together up to a number and up to a size, a larger one alone', () => {
  expect(group()).toEqual([]);
  expect(group(...Array.from({ length: 2 * MAX_TOGETHER_BLOCKS + 1 }, () => 1))).toEqual([
    MAX_TOGETHER_BLOCKS,
    MAX_TOGETHER_BLOCKS,
    1,
  ]);
  expect(group(1, MAX_TOGETHER_BYTES, MAX_TOGETHER_BYTES + 1, 1, 1)).toEqual([1, 1, 1, 2]);
});

it('[CAT23] keeps the order of the blocks', () => {
  const blocks = blocksOf(...Array.from({ length: 40 }, () => MAX_TOGETHER_BYTES / 7));
  expect(groupBlocks(blocks).flat()).toEqual(blocks);
});
