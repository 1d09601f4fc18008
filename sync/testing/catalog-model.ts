import fc from 'fast-check';
import { SORT_PRICE, toCard } from '#contract/blocks/card.ts';
import type { AffiliateCard, Card, OpenBoxCard } from '#contract/blocks/card.ts';
import type { BrowseFilters, BrowseState } from '#contract/products/browse.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import type { Cents } from '#contract/money/money.ts';
import type { OfferKind, SortKey } from '#contract/shops.ts';
import { sampleAffiliate, sampleOpenBox } from '#contract/testing/sample-products.ts';
import { plainMatchRank } from '#contract/testing/plain-match-rank.ts';
import { compareByCodePoint, toTitleKey } from '#contract/text/title-key.ts';
import type { ColumnIndex } from '../catalog/index/column-index.ts';
import { indexOf } from './index-of.ts';

/** A slow reference implementation of the contract's list rules over an array of cards; the index must agree with it. */
export class CatalogModel {
  readonly offer: OfferKind;
  readonly cards = new Map<number, Card>();
  readonly views = new Map<number, number>();

  constructor(offer: OfferKind, cards: readonly Card[]) {
    this.offer = offer;
    for (const card of cards) this.cards.set(card.id, card);
  }

  /** Lists all products of a state, over all pages, in order. */
  list(state: BrowseState): Card[] {
    return [...this.cards.values()]
      .filter((card) => state.mainCategory === null || card.main_category === state.mainCategory)
      .filter((card) => state.category === null || card.category === state.category)
      .filter((card) => toTitleKey(card.title).includes(toTitleKey(state.search)))
      .filter((card) => passesFilters(card, state))
      .filter((card) => this.offer === 'affiliate' || !isPriceSort(state.sort) || sortPriceOf(card) > 0)
      .toSorted(
        (a, b) =>
          compareNumbers(this.#sortKey(a, state.sort), this.#sortKey(b, state.sort)) ||
          this.#compareMatches(a, b, state) ||
          compareByCodePoint(toTitleKey(a.title), toTitleKey(b.title)) ||
          a.id - b.id,
      );
  }

  /** A search without a sort lists the best matches first, and equally good ones by views. */
  #compareMatches(a: Card, b: Card, { search, sort }: BrowseState): number {
    if (sort !== null || search === '') return 0;
    const viewsOf = ({ id }: Card): number => this.views.get(id) ?? 0;
    return plainMatchRank(a, search) - plainMatchRank(b, search) || viewsOf(b) - viewsOf(a);
  }

  #sortKey(card: Card, sort: SortKey | null): number {
    if (sort === 'views') return -(this.views.get(card.id) ?? 0);
    if (sort === 'rating') return 'rate' in card ? -card.rate : 0;
    if (sort === null) return 0;
    const price = sortPriceOf(card);
    if (price === 0) return Number.POSITIVE_INFINITY;
    return sort === 'priceAsc' ? price : -price;
  }
}

const isPriceSort = (sort: SortKey | null): boolean => sort === 'priceAsc' || sort === 'priceDesc';
const compareNumbers = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
const sortPriceOf = (card: Card): number =>
  'rate' in card ? SORT_PRICE.affiliate(card as AffiliateCard) : SORT_PRICE.openBox(card as OpenBoxCard);

/** Returns the prices that a price filter compares. */
export function filterPricesOf(card: Card, { condition }: BrowseFilters): number[] {
  const prices =
    'rate' in card
      ? [card.price_cents]
      : CONDITION_KEYS.filter((key) => condition === null || key === condition)
          .filter((key) => (card as OpenBoxCard)[`${key}_quantity`] > 0)
          .map((key) => (card as OpenBoxCard)[`${key}_price_cents`]);
  return prices.filter((price) => price > 0);
}

function passesFilters(card: Card, filters: BrowseFilters): boolean {
  const { priceFrom, priceTo, minRate, inStock, condition } = filters;
  const isWithin = (price: number): boolean =>
    price >= (priceFrom ?? 0) && price <= (priceTo ?? Number.POSITIVE_INFINITY);
  if ((priceFrom !== null || priceTo !== null) && !filterPricesOf(card, filters).some(isWithin)) return false;
  if ('rate' in card) {
    return (minRate === null || card.rate >= minRate) && !(inStock && card.availability === 'NO') && condition === null;
  }
  const stockOf = (key: (typeof CONDITION_KEYS)[number]): number => (card as OpenBoxCard)[`${key}_quantity`];
  if (condition !== null && stockOf(condition) === 0) return false;
  return minRate === null && !(inStock && CONDITION_KEYS.every((key) => stockOf(key) === 0));
}

const title = fc.oneof(
  fc.constantFrom(
    'Corsair Vengeance',
    'corsair vengeance RGB',
    'İstanbul Ξ',
    'Straße',
    'STRASSE',
    'ﬁne',
    '｜Full-width',
    '🔥 Hot',
    'a',
    'A',
    '🟢 ok',
    '"quoted" & <b>',
  ),
  fc.string({ unit: fc.constantFrom('a', 'B', 'c', ' ', 'İ', 'ß', '9', 'ﬁ', '🔥'), minLength: 1, maxLength: 8 }),
);

const ids = fc.integer({ min: 1, max: 60 });
const price = fc.constantFrom('0', '1', '2.5', '9999999.99');
const stock = fc.constantFrom('0', '1', '7');

/** Arbitrary fields of a product of any shop. */
export const sampleRow = fc.record({
  id: ids,
  title,
  main_category: fc.constantFrom('X', 'Y', 'x'),
  category: fc.constantFrom('p', 'q', 'r'),
  prices: fc.tuple(price, price),
  stocks: fc.tuple(stock, stock),
  rate: fc.integer({ min: 0, max: 5 }),
  availability: fc.constantFrom('YES' as const, 'NO' as const),
});
export type SampleRow = typeof sampleRow extends fc.Arbitrary<infer R> ? R : never;

/** Builds the card of an arbitrary product. */
export function toSampleCard(offer: OfferKind, row: SampleRow, seq: number): Card {
  const { prices, stocks, rate, availability, ...fields } = row;
  return offer === 'affiliate'
    ? toCard(offer, sampleAffiliate({ ...fields, seq, price: prices[0], typical_price: prices[1], rate, availability }))
    : toCard(
        offer,
        sampleOpenBox({
          ...fields,
          seq,
          good_condition_price: prices[0],
          good_condition_available_quantity: stocks[0],
          excellent_condition_price: prices[1],
          excellent_condition_available_quantity: stocks[1],
        }),
      );
}

const cents = (...values: number[]) => fc.constantFrom(null, null, ...(values as Cents[]));

/** Arbitrary browse states; about half of them without a filter. */
export const sampleState: fc.Arbitrary<BrowseState> = fc
  .tuple(
    fc.record({
      mainCategory: fc.constantFrom(null, 'X', 'Y'),
      category: fc.constantFrom(null, 'p', 'q'),
      search: fc.constantFrom('', '', 'a', 'COR', 'i̇', 'İ', 'ss', 'zz', '\n', ' '),
      sort: fc.constantFrom(null, 'views' as const, 'rating' as const, 'priceAsc' as const, 'priceDesc' as const),
      page: fc.integer({ min: 1, max: 3 }),
    }),
    fc.oneof(
      fc.constant({ priceFrom: null, priceTo: null, minRate: null, inStock: false, condition: null }),
      fc.record({
        priceFrom: cents(0, 100, 101),
        priceTo: cents(0, 100, 250, 999_999_999),
        minRate: fc.constantFrom(null, null, 1, 3, 5),
        inStock: fc.boolean(),
        condition: fc.constantFrom(null, null, 'good' as const, 'excellent' as const, 'acceptable' as const),
      }),
    ),
  )
  .map(([state, filters]) => ({ ...state, ...filters }));

/** An arbitrary step of a history: the products that it saves and the ids that it deletes. */
export const sampleStep = fc.record({
  upserts: fc.array(sampleRow, { maxLength: 8 }),
  deletes: fc.array(ids, { maxLength: 4 }),
});

/** An arbitrary history: products, the number of cuts that divide them into blocks, and steps that change them. */
export const sampleStart = fc.record({
  rows: fc.uniqueArray(sampleRow, { selector: ({ id }) => id, maxLength: 50 }),
  cuts: fc.nat({ max: 3 }),
  steps: fc.array(sampleStep, { maxLength: 4 }),
});
export type SampleStart = typeof sampleStart extends fc.Arbitrary<infer R> ? R : never;

/** Plays a history on the index and on the model and compares them after each step. */
export function playHistory(
  offer: OfferKind,
  { rows, cuts, steps }: SampleStart,
  compare: (index: ColumnIndex, model: CatalogModel) => void,
): void {
  let seq = 0;
  const model = new CatalogModel(
    offer,
    rows.map((row) => toSampleCard(offer, row, ++seq)),
  );
  const shelves = [...Map.groupBy(model.cards.values(), (card) => `${card.main_category}${card.category}`).values()];
  const blocks = Array.from({ length: cuts + 1 }, (_, part) =>
    shelves.filter((_cards, place) => place % (cuts + 1) === part).flat(),
  );
  const index = indexOf(offer, ...blocks);
  compare(index, model);
  for (const { upserts, deletes } of steps) {
    const changed = new Map(upserts.map((row) => [row.id, toSampleCard(offer, row, ++seq)]));
    const deleted = deletes.filter((id) => !changed.has(id));
    const counted = [...changed.values()].map((card) => ({ ...card, view_count: card.seq % 4 }));
    index.apply(counted, deleted);
    for (const id of deleted) {
      model.cards.delete(id);
      model.views.delete(id);
    }
    for (const { view_count, ...card } of counted) {
      model.cards.set(card.id, card as Card);
      model.views.set(card.id, view_count);
    }
    const viewed = [...model.cards.keys()].filter((id) => id % 3 === 0);
    index.setViews(
      viewed,
      viewed.map((id) => (id % 2) + seq),
    );
    for (const id of viewed) model.views.set(id, (id % 2) + seq);
    compare(index, model);
  }
}
