import { CONDITIONS } from '#contract/conditions.ts';
import { MAX_CENTS } from '#contract/money.ts';
import type { OfferKind, SortKey } from '#contract/shops.ts';
import type { ColumnIndex } from './column-index.ts';
import { insertRows, mergeInSteps, mergeTitleRuns } from './title-order.ts';
import type { WantedRows } from './title-order.ts';

/** Sort value of a row, smallest first; ties are ordered by title. */
type SortValues = (index: ColumnIndex) => (row: number) => number;

/** Up to one in so many rows, matches are sorted alone. */
const FEW_MATCHES = 4;

/** Above every price, so that products without one come last. */
const NO_PRICE = MAX_CENTS + 1;

const SORT_VALUES: Record<SortKey, SortValues> = {
  views: (index) => {
    const { viewCounts } = index;
    let highest = 0;
    for (const count of viewCounts) if (count > highest) highest = count;
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

/** Reads the price that a row is sorted by, in cents; 0 if there is none. For open-box rows the lowest positive condition price. */
export const createPriceReader = (index: ColumnIndex): ((row: number) => number) => PRICE_READERS[index.offer](index);

/** Sort value of a row, smallest first; ties are ordered by title. Valid until the index changes. */
export const createSortValue = (index: ColumnIndex, sort: SortKey): ((row: number) => number) =>
  SORT_VALUES[sort](index);

/** The matches of a search, unless they are so many that the order of all rows, which later queries have too, costs little more. */
function findFewMatches(index: ColumnIndex, { matches }: WantedRows): Uint8Array | undefined {
  if (!matches) return undefined;
  let count = 0;
  for (let row = 0; row < matches.length; row++) count += matches[row] as number;
  return count < index.rows / FEW_MATCHES ? matches : undefined;
}

/** The sort orders of an index, cached until rows or views change. */
export class SortOrders {
  readonly #index: ColumnIndex;
  #byTitle: { version: number; rows: Uint32Array } | undefined;
  /** The order by title on its way. */
  #merge: { version: number; steps: Generator<void, Uint32Array> } | undefined;
  readonly #sorted = new Map<SortKey, { version: number; rows: Uint32Array }>();

  constructor(index: ColumnIndex) {
    this.#index = index;
  }

  /** Bytes of the cached orders. */
  get memoryBytes(): number {
    return [...this.#sorted.values(), this.#byTitle].reduce((sum, order) => sum + (order?.rows.byteLength ?? 0), 0);
  }

  /**
   * Rows in the order of a sort, alphabetically without one; dead rows and rows that are not wanted may be among them. If only some are
   * wanted and the full order is not cached, only they are sorted: neither a cold start nor the first search waits for more.
   */
  get(sort: SortKey | null, wanted?: WantedRows): Uint32Array {
    const kept = sort === null ? this.#byTitle : this.#sorted.get(sort);
    if (kept && this.has(sort)) return kept.rows;
    const matches = wanted && findFewMatches(this.#index, wanted);
    if (wanted?.isWanted.includes(0) || matches) {
      const byTitle = mergeTitleRuns(this.#index, { isWanted: wanted.isWanted, matches });
      return sort === null ? byTitle : this.#sortBy(sort, byTitle);
    }
    return this.keep(sort);
  }

  /** Whether the order of all rows is cached. */
  has(sort: SortKey | null): boolean {
    const kept = sort === null ? this.#byTitle : this.#sorted.get(sort);
    return kept?.version === this.#index.version;
  }

  /** Computes and caches an order of all rows for later queries. */
  keep(sort: SortKey | null): Uint32Array {
    const { version } = this.#index;
    const byTitle = this.#titleOrder();
    if (sort === null) return byTitle;
    const rows = this.#sortBy(sort, byTitle);
    this.#sorted.set(sort, { version, rows });
    return rows;
  }

  /** Takes a step towards an order of all rows, so that no query waits for the whole of it. Returns whether it is cached now. */
  keepStep(sort: SortKey | null): boolean {
    if (!this.has(null)) this.#stepTitleOrder();
    else this.keep(sort);
    return this.has(sort);
  }

  #titleOrder(): Uint32Array {
    for (;;) {
      const order = this.#stepTitleOrder();
      if (order) return order;
    }
  }

  /** Returns the order by title if this step completes it. */
  #stepTitleOrder(): Uint32Array | undefined {
    const { version, rows } = this.#index;
    const known = this.#byTitle;
    if (known) {
      const added = Array.from({ length: rows - known.rows.length }, (_, place) => known.rows.length + place);
      this.#byTitle = { version, rows: insertRows(this.#index, known.rows, added) };
      return this.#byTitle.rows;
    }
    if (this.#merge?.version !== version) this.#merge = { version, steps: mergeInSteps(this.#index) };
    const step = this.#merge.steps.next();
    if (!step.done) return undefined;
    this.#merge = undefined;
    this.#byTitle = { version, rows: step.value };
    return step.value;
  }

  /** Value and title rank share one double: values stay below 2^31, so 2^22 rows keep it exact, and no comparator is called. */
  #sortBy(sort: SortKey, byTitle: Uint32Array): Uint32Array {
    const valueOf = SORT_VALUES[sort](this.#index);
    const rows = byTitle.length;
    const keys = new Float64Array(rows);
    for (let rank = 0; rank < rows; rank++) keys[rank] = valueOf(byTitle[rank] as number) * rows + rank;
    keys.sort();
    const sorted = new Uint32Array(rows);
    for (let place = 0; place < rows; place++) {
      const key = keys[place] as number;
      sorted[place] = byTitle[key - Math.floor(key / rows) * rows] as number;
    }
    return sorted;
  }
}
