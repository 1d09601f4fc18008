import { expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { indexOf } from '../../testing/index-of.ts';
import { createSortValue } from '../index/sort-values.ts';
import { selectFirst } from './query-catalog.ts';

it('takes rows of equal rank by title, from whichever block they are in', () => {
  // Two thirds share the best rating; titles alternate between the blocks, and no block lists its best first.
  const products = Array.from({ length: 300 }, (_, place) => ({
    id: 300 - place,
    title: `T${String(place).padStart(3, '0')}`,
    rate: place % 3 === 1 ? 2 : 5,
  }));
  const blocks = [0, 1, 2].map((block) =>
    products.filter((_, place) => place % 4 === block).map((product) => toCard('affiliate', sampleAffiliate(product))),
  );
  const index = indexOf('affiliate', ...blocks);
  const rest = products.filter((_, place) => place % 4 === 3);
  index.apply(
    rest.map((product) => toCard('affiliate', sampleAffiliate(product))),
    [],
  );
  const byRating = products.toSorted((a, b) => b.rate - a.rate || (a.title < b.title ? -1 : 1)).map(({ id }) => id);
  const ids = index.numbers('id');
  for (const limit of [1, 25, 40, 60, 150, 300]) {
    const rows = selectFirst(index, { limit, rankOf: createSortValue(index, 'rating') });
    expect(rows.map((row) => ids[row])).toEqual(byRating.slice(0, limit));
  }
});
