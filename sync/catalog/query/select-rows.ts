import type { BrowseState } from '#contract/products/browse.ts';
import type { SortKey } from '#contract/shops.ts';
import { toByteText } from '#contract/text/byte-text.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { createPriceReader } from '../index/sort-values.ts';
import type { ColumnIndex } from '../index/column-index.ts';

/** Flags the rows whose title contains the text, regardless of case; undefined if all do. */
export function findTitles(index: ColumnIndex, search: string): Uint8Array | undefined {
  const needle = toByteText(toTitleKey(search));
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

/** Flags the rows that a search finds: by title, or by id as found by another search. */
export function findSearched(index: ColumnIndex, search: string, ids: readonly number[]): Uint8Array | undefined {
  const matches = findTitles(index, search);
  for (const id of matches ? ids : []) {
    const row = index.findRow(id);
    if (row !== undefined && matches) matches[row] = 1;
  }
  return matches;
}

/** Flags the categories that a state selects. */
export function selectCategories(index: ColumnIndex, state: BrowseState): Uint8Array {
  return Uint8Array.from(index.categories, ({ mainCategory, category }) =>
    Number(
      (state.mainCategory === null || state.mainCategory === mainCategory) &&
        (state.category === null || state.category === category),
    ),
  );
}

/** Reads the price of a row if a sort omits rows without one (specification, section 5); undefined otherwise. */
export const findRequiredPrice = (index: ColumnIndex, sort: SortKey | null): ((row: number) => number) | undefined =>
  index.offer === 'openBox' && (sort === 'priceAsc' || sort === 'priceDesc') ? createPriceReader(index) : undefined;
