import { CONDITIONS } from '#contract/conditions.ts';
import { MAX_CENTS } from '#contract/money.ts';
import type { OfferKind, SortKey } from '#contract/shops.ts';
import type { ColumnIndex } from './column-index.ts';
import { insertRows, mergeTitleRuns } from './title-order.ts';

/** What a row is sorted by, smallest first; ties stand by title. */
type SortValues = (index: ColumnIndex) => (row: number) => number;

/** Above every price, so that products without one stand last. */
const NO_PRICE = MAX_CENTS + 1;

const SORT_VALUES: Record<SortKey, SortValues> = {
  views: (index) => {
    const highest = index.viewCounts.reduce((most, count) => Math.max(most, count), 0);
    return (row) => highest - (index.viewCounts[row] as number);
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

const PRICE_READERS: Record<OfferKind, (index: ColumnIndex) => (row: number) => number> = {
  affiliate: (index) => {
    const prices = index.numbers('price_cents');
    return (row) => prices[row] as number;
  },
  openBox: (index) => {
    const columns = CONDITIONS.map(({ key }) => index.numbers(`${key}_price_cents`));
    return (row) => {
      let lowest = 0;
      for (const column of columns) {
        const price = column[row] as number;
        if (price > 0 && (lowest === 0 || price < lowest)) lowest = price;
      }
      return lowest;
    };
  },
};

/** Reads the price that a row is sorted by, in cents; 0 is none. Of open-box rows it is the lowest positive condition price. */
export const createPriceReader = (index: ColumnIndex): ((row: number) => number) => PRICE_READERS[index.offer](index);

/** The orders of an index, each made when it is first asked for and kept until rows or views change. */
export class CatalogOrders {
  readonly #index: ColumnIndex;
  #byTitle: Uint32Array | undefined;
  readonly #sorted = new Map<SortKey, { version: number; rows: Uint32Array }>();

  constructor(index: ColumnIndex) {
    this.#index = index;
  }

  /** All rows in the order of a sort, dead ones included; alphabetically without one. */
  get(sort: SortKey | null): Uint32Array {
    if (sort === null) return this.#titleOrder();
    const known = this.#sorted.get(sort);
    if (known?.version === this.#index.version) return known.rows;
    const rows = this.#sortBy(sort);
    this.#sorted.set(sort, { version: this.#index.version, rows });
    return rows;
  }

  #titleOrder(): Uint32Array {
    this.#byTitle = this.#byTitle ? insertRows(this.#index, this.#byTitle) : mergeTitleRuns(this.#index);
    return this.#byTitle;
  }

  /** Value and title rank share one double: values stay below 2^31, so 2^22 rows keep it exact, and no comparator is called. */
  #sortBy(sort: SortKey): Uint32Array {
    const valueOf = SORT_VALUES[sort](this.#index);
    const order = this.#titleOrder();
    const rows = order.length;
    const keys = new Float64Array(rows);
    for (let rank = 0; rank < rows; rank++) keys[rank] = valueOf(order[rank] as number) * rows + rank;
    keys.sort();
    const sorted = new Uint32Array(rows);
    for (let place = 0; place < rows; place++) {
      const key = keys[place] as number;
      sorted[place] = order[key - Math.floor(key / rows) * rows] as number;
    }
    return sorted;
  }
}
