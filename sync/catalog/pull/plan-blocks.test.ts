import { expect, it } from 'vitest';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import type { BlockEntry, Manifest } from '#contract/http/catalog.ts';
import { planBlocks } from './plan-blocks.ts';

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
