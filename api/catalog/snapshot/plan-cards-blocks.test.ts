import { expect, it } from 'vitest';
import { CARDS_BLOCK_ROWS } from '#contract/limits.ts';
import { planCardsBlocks } from './plan-cards-blocks.ts';
import type { CardsUnit } from './plan-cards-blocks.ts';

const count = (category: string, total: number) => ({ main_category: 'M', category, total });
const never = () => Promise.reject(new Error('must not be called'));
const shape = (blocks: CardsUnit[][]) =>
  blocks.map((units) => units.map(({ category, rows }) => `${category} ${rows}`));

it('plans one block for a small shop and none for an empty one', async () => {
  expect(shape(await planCardsBlocks([count('a', 10), count('b', 20)], never))).toEqual([['a 10', 'b 20']]);
  expect(await planCardsBlocks([], never)).toEqual([]);
});

it('a block is closed when it is full, and a short rest joins the last one', async () => {
  const full = CARDS_BLOCK_ROWS;
  expect(
    shape(await planCardsBlocks([count('a', full - 1), count('b', 5), count('c', full), count('d', 9)], never)),
  ).toEqual([
    [`a ${full - 1}`, 'b 5'],
    [`c ${full}`, 'd 9'],
  ]);
});

it('splits a very large category by ranges of ids that do not move when it grows', async () => {
  const total = CARDS_BLOCK_ROWS * 3;
  const ranges = [0, 1, 5].map((range) => ({ range, rows: CARDS_BLOCK_ROWS }));
  const blocks = await planCardsBlocks([count('a', total)], () => Promise.resolve(ranges));
  expect(blocks.map(([unit]) => unit?.ids)).toEqual(
    [0, 1, 5].map((range) => [range * CARDS_BLOCK_ROWS, (range + 1) * CARDS_BLOCK_ROWS - 1]),
  );
});

it('plans seven blocks for a catalogue like the real one', async () => {
  const totals = [
    210, 6_626, 1_413, 2_851, 6_461, 13_553, 4_973, 62, 231, 3_438, 6_636, 8, 2_744, 54, 77, 157, 376, 2_946, 4_310,
    5_074, 2_806, 302, 78, 690, 702,
  ];
  const blocks = await planCardsBlocks(
    totals.map((total, index) => count(String(index), total)),
    // The largest category is split in two.
    async ({ total }) => [CARDS_BLOCK_ROWS, total - CARDS_BLOCK_ROWS].map((rows, range) => ({ range, rows })),
  );
  expect(blocks.length).toBe(7);
  expect(totals.reduce((sum, total) => sum + total)).toBe(66_778);
});
