import { expect, test } from 'vitest';
import { findCategories } from './find-categories.ts';

const GROUPS = [
  {
    mainCategory: 'Computers',
    total: 9,
    categories: [
      { category: 'Memory', total: 2 },
      { category: 'Memory Cards', total: 4 },
      { category: 'TV', total: 3 },
    ],
  },
  { mainCategory: 'Memory & Storage', total: 7, categories: [{ category: 'In-Memory', total: 7 }] },
] as const;
const find = (search: string): string[] =>
  findCategories(GROUPS as unknown as Parameters<typeof findCategories>[0], search).map(
    ({ mainCategory, category }) => category ?? mainCategory,
  );

test.each([
  ['memory', ['Memory', 'Memory & Storage']],
  [' MEMORY ', ['Memory', 'Memory & Storage']],
  ['stor', ['Memory & Storage']],
  ['tv', ['TV']],
  ['co', []],
  ['puters', []],
  ['', []],
])('"%s" finds the categories %o: the one called so first, then the larger', (search, names) => {
  expect(find(search)).toEqual(names);
});
