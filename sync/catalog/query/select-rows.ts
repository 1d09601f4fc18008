import type { BrowseState } from '#contract/browse.ts';
import type { SortKey } from '#contract/shops.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { createPriceReader } from '../index/sort-orders.ts';
import type { ColumnIndex } from '../index/column-index.ts';

/** Rows whose title holds the text, regardless of case, as one flag a row; undefined when every title does. */
export function findTitles(index: ColumnIndex, search: string): Uint8Array | undefined {
  const needle = toTitleKey(search);
  if (needle === '') return undefined;
  const matches = new Uint8Array(index.rows);
  const { text, starts } = index.keys;
  let row = 0;
  let at = needle.includes('\n') ? -1 : text.indexOf(needle);
  while (at >= 0) {
    while ((starts[row + 1] as number) <= at) row += 1;
    matches[row] = 1;
    at = text.indexOf(needle, starts[row + 1]);
  }
  return matches;
}

/** Which categories a state means, as one flag a category. */
export function selectCategories(index: ColumnIndex, state: BrowseState): Uint8Array {
  return Uint8Array.from(index.categories, ({ mainCategory, category }) =>
    Number(
      (state.mainCategory === null || state.mainCategory === mainCategory) &&
        (state.category === null || state.category === category),
    ),
  );
}

/** Reads the price of a row where a sort leaves out what has none (specification, section 5); undefined where it does not. */
export const findRequiredPrice = (index: ColumnIndex, sort: SortKey | null): ((row: number) => number) | undefined =>
  index.offer === 'openBox' && (sort === 'priceAsc' || sort === 'priceDesc') ? createPriceReader(index) : undefined;
