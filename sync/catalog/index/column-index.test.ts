import { beforeEach, describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { decodeCardsBlock, encodeCardsBlock } from '#contract/blocks/cards-block.ts';
import type { CardColumns } from '#contract/blocks/cards-block.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { ColumnIndex } from './column-index.ts';
import type { CountedCard } from './column-index.ts';

let index: ColumnIndex;

const card = (id: number, view_count?: number, title = `T${id}`): CountedCard => ({
  ...toCard('affiliate', sampleAffiliate({ id, title })),
  ...(view_count === undefined ? {} : { view_count }),
});
const viewsOf = (id: number): number | undefined => {
  const row = index.findRow(id);
  return row === undefined ? undefined : index.getCard(row).view_count;
};

beforeEach(() => {
  index = new ColumnIndex('affiliate', [decodeCardsBlock(encodeCardsBlock('affiliate', [card(1), card(2)]))]);
  index.setViews([1, 2], [10, 20]);
});

it('[CAT4] a stored block is rejected or can be shown, whichever of its bits is damaged', () => {
  const whole = encodeCardsBlock('affiliate', [card(1), card(2), card(3)]);
  let shown = 0;
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const bytes = whole.slice();
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const block = decodeOrReject(bytes);
    if (!block) continue;
    const damaged = new ColumnIndex('affiliate', [block]);
    for (let row = 0; row < damaged.rows; row++) damaged.getCard(row);
    shown += 1;
  }
  expect(shown).toBeGreaterThan(0);
});

function decodeOrReject(bytes: Uint8Array): CardColumns | undefined {
  try {
    return decodeCardsBlock(bytes);
  } catch {
    return undefined;
  }
}

describe('[CAT1] the view count of a product', () => {
  it('stays when the product changes, in a block or added', () => {
    index.apply([card(1, 3, 'New'), card(3, 30)], []);
    index.apply([card(1, 4, 'Newer'), card(3, 1, 'New')], []);
    expect([viewsOf(1), viewsOf(2), viewsOf(3)]).toEqual([10, 20, 30]);
  });

  it('may arrive before the product', () => {
    index.setViews([3, 4], [7, 0]);
    index.setViews([3], [8]);
    index.apply([card(3), card(4, 2), card(5)], []);
    expect([viewsOf(3), viewsOf(4), viewsOf(5)]).toEqual([8, 2, 0]);
    index.setViews([3], [9]);
    expect(viewsOf(3)).toBe(9);
  });

  it('comes with the product when no count is known', () => {
    index.setViews([1], [0]);
    index.apply([card(1, 5), card(3, 6)], []);
    expect([viewsOf(1), viewsOf(3)]).toEqual([5, 6]);
  });

  it('restarts from the server’s count when the product was deleted and created again', () => {
    index.apply([card(3, 30)], []);
    index.apply([], [1, 3]);
    index.apply([card(1, 2), card(3)], []);
    expect([viewsOf(1), viewsOf(3)]).toEqual([2, 0]);
  });

  it('is not carried over a deletion, even if it is set again or both arrive at once', () => {
    index.apply([], [1]);
    index.setViews([1], [10]);
    index.apply([card(1, 1), card(2, 4)], [2]);
    expect([viewsOf(1), viewsOf(2)]).toEqual([1, 4]);
  });

  it('without a product is dropped with its tombstone', () => {
    index.setViews([3], [9]);
    index.apply([], [3]);
    index.apply([card(3, 1)], []);
    expect(viewsOf(3)).toBe(1);
  });
});

it('[LIFE1] has the life of each product, 0 from blocks without lives; equal digests do not depend on it', () => {
  const lives = () => [1, 2].map((id) => index.getCard(index.findRow(id) ?? -1).life);
  const encoded = decodeCardsBlock(encodeCardsBlock('affiliate', [{ ...card(1), life: 40 }, card(2)]));
  const { digest } = index;
  index = new ColumnIndex('affiliate', [encoded]);
  expect([lives(), index.digest]).toEqual([[40, 0], digest]);
  index.apply([{ ...card(2), life: 50 }], []);
  expect(lives()).toEqual([40, 50]);
  const { life: _life, ...numbers } = encoded.numbers;
  index = new ColumnIndex('affiliate', [{ ...encoded, numbers }]);
  expect([lives(), index.digest]).toEqual([[0, 0], digest]);
});

it('counts the rows that changes and deletions leave behind', () => {
  expect(index.deadRows).toBe(0);
  index.apply([card(1, 0, 'New'), card(3)], []);
  expect(index.deadRows).toBe(1);
  index.apply([], [2, 3, 99]);
  expect([index.deadRows, index.count, index.rows]).toEqual([3, 1, 4]);
});
