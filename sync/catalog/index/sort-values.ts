import { CONDITIONS } from '#contract/products/conditions.ts';
import { MAX_CENTS } from '#contract/money/money.ts';
import type { SortKey } from '#contract/shops.ts';
import type { ColumnIndex } from './column-index.ts';
import { highestOf } from './number-column.ts';

/** Sort value of a row, smallest first; ties are ordered by title. */
type SortValues = (index: ColumnIndex) => (row: number) => number;

/** Above every price, so that products without one come last. */
const NO_PRICE = MAX_CENTS + 1;

const SORT_VALUES: Record<SortKey, SortValues> = {
  views: (index) => {
    const { viewCounts } = index;
    const highest = highestOf(viewCounts);
    return (row) => highest - (viewCounts[row] as number);
  },
  rating: (index) => {
    const rates = index.offer === 'affiliate' ? index.numbers('rate') : undefined;
    return (row) => 255 - (rates?.[row] ?? 0);
  },
  priceAsc: (index) => {
    const priceOf = createPriceReader(index);
    return (row) => priceOf(row) || NO_PRICE;
  },
  priceDesc: (index) => {
    const priceOf = createPriceReader(index);
    return (row) => NO_PRICE - priceOf(row);
  },
};

/** Reads the price that a row is sorted by, in cents; 0 if there is none. For open-box rows the lowest positive condition price. */
export function createPriceReader(index: ColumnIndex): (row: number) => number {
  if (index.offer === 'affiliate') {
    const prices = index.numbers('price_cents');
    return (row) => prices[row] as number;
  }
  const columns = CONDITIONS.map(({ key }) => index.numbers(`${key}_price_cents`));
  return (row) => {
    let lowest = 0;
    for (const column of columns) {
      const price = column[row] as number;
      if (price > 0 && (lowest === 0 || price < lowest)) lowest = price;
    }
    return lowest;
  };
}

/** Sort value of a row, smallest first; ties are ordered by title. Valid until the index changes. */
export const createSortValue = (index: ColumnIndex, sort: SortKey): ((row: number) => number) =>
  SORT_VALUES[sort](index);
