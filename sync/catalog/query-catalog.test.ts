import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SORT_PRICE, toCard } from '#contract/blocks/card.ts';
import type { AffiliateCard, Card, OpenBoxCard } from '#contract/blocks/card.ts';
import { decodeCardsBlock, encodeCardsBlock } from '#contract/blocks/cards-block.ts';
import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { OfferKind } from '#contract/shops.ts';
import { compareByCodePoint, toTitleKey } from '#contract/title-key.ts';
import { sampleAffiliate, sampleOpenBox } from '#contract/testing/sample-products.ts';
import { CatalogOrders } from './catalog-orders.ts';
import { ColumnIndex } from './column-index.ts';
import { overviewCatalog, queryCatalog } from './query-catalog.ts';

/** What the index must do, written the plain and slow way over an array of cards. */
function queryPlainly(
  offer: OfferKind,
  cards: readonly Card[],
  views: ReadonlyMap<number, number>,
  state: BrowseState,
): { total: number; ids: number[] } {
  const priceOf = (card: Card): number =>
    offer === 'affiliate' ? SORT_PRICE.affiliate(card as AffiliateCard) : SORT_PRICE.openBox(card as OpenBoxCard);
  const key = (card: Card): number => {
    if (state.sort === 'views') return -(views.get(card.id) ?? 0);
    if (state.sort === 'rating') return -((card as AffiliateCard).rate ?? 0);
    if (state.sort === null) return 0;
    const price = priceOf(card);
    if (price === 0) return Number.POSITIVE_INFINITY;
    return state.sort === 'priceAsc' ? price : -price;
  };
  const isPriceSort = state.sort === 'priceAsc' || state.sort === 'priceDesc';
  const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
  const matching = cards
    .filter((card) => state.mainCategory === null || card.main_category === state.mainCategory)
    .filter((card) => state.category === null || card.category === state.category)
    .filter((card) => toTitleKey(card.title).includes(toTitleKey(state.search)))
    .filter((card) => offer === 'affiliate' || !isPriceSort || priceOf(card) > 0)
    .toSorted(
      (a, b) => compare(key(a), key(b)) || compareByCodePoint(toTitleKey(a.title), toTitleKey(b.title)) || a.id - b.id,
    );
  const first = (state.page - 1) * PAGE_SIZE;
  return { total: matching.length, ids: matching.slice(first, first + PAGE_SIZE).map((card) => card.id) };
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
const row = fc.record({
  id: fc.integer({ min: 1, max: 60 }),
  title,
  main_category: fc.constantFrom('X', 'Y'),
  category: fc.constantFrom('p', 'q', 'r'),
  price: fc.constantFrom('0', '1', '2.5', '9999999.99'),
  rate: fc.integer({ min: 0, max: 5 }),
  stock: fc.constantFrom('0', '1', '7'),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;

const toSampleCard = (offer: OfferKind, { price, rate, stock, ...fields }: Row, seq: number): Card =>
  offer === 'affiliate'
    ? toCard(offer, sampleAffiliate({ ...fields, seq, price, rate }))
    : toCard(
        offer,
        sampleOpenBox({
          ...fields,
          seq,
          good_condition_price: price,
          excellent_condition_price: stock,
          good_condition_available_quantity: stock,
        }),
      );

const browseState = fc.record({
  mainCategory: fc.constantFrom(null, 'X', 'Y'),
  category: fc.constantFrom(null, 'p', 'q'),
  search: fc.constantFrom('', 'a', 'COR', 'i̇', 'İ', 'ss', 'zz', '\n', ' '),
  sort: fc.constantFrom(null, 'views' as const, 'rating' as const, 'priceAsc' as const, 'priceDesc' as const),
  page: fc.integer({ min: 1, max: 3 }),
  priceFrom: fc.constant(null),
  priceTo: fc.constant(null),
  minRate: fc.constant(null),
  inStock: fc.constant(false),
  condition: fc.constant(null),
});

describe('[CAT1] the index answers as a plain filter and sort would', () => {
  it.each(['affiliate', 'openBox'] as const)('%s: through blocks, changes, deletes and views', (offer) => {
    const step = fc.record({
      upserts: fc.array(row, { maxLength: 8 }),
      deletes: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 50 }),
        fc.nat({ max: 3 }),
        fc.array(step, { maxLength: 4 }),
        fc.array(browseState, { minLength: 1, maxLength: 6 }),
        (rows, cuts, steps, states) => {
          let seq = 0;
          const model = new Map(rows.map((fields) => [fields.id, toSampleCard(offer, fields, ++seq)]));
          const byCategory = [
            ...Map.groupBy(model.values(), (card) => `${card.main_category}${card.category}`).values(),
          ];
          const parts = Array.from({ length: cuts + 1 }, (_, part) =>
            byCategory.filter((_cards, place) => place % (cuts + 1) === part).flat(),
          );
          const index = new ColumnIndex(
            offer,
            parts.map((cards) => decodeCardsBlock(encodeCardsBlock(offer, cards))),
          );
          const orders = new CatalogOrders(index);
          const views = new Map<number, number>();
          const check = (): void => {
            for (const state of states) {
              const { total, cards } = queryCatalog(index, orders, state);
              expect({ total, ids: cards.map((card) => card.id) }).toEqual(
                queryPlainly(offer, [...model.values()], views, state),
              );
            }
            expect(index.count).toBe(model.size);
            expect(index.digest).toBe(
              [...model.values()].reduce((sum, card) => addDigest(sum, digestCard(offer, card)), 0),
            );
            for (const [id, card] of model)
              expect(index.getCard(index.findRow(id) as number)).toEqual({ ...card, view_count: views.get(id) ?? 0 });
          };
          check();
          for (const { upserts, deletes } of steps) {
            const changed = new Map(upserts.map((fields) => [fields.id, toSampleCard(offer, fields, ++seq)]));
            const deleted = deletes.filter((id) => !changed.has(id));
            index.apply([...changed.values()], deleted);
            for (const id of deleted) {
              model.delete(id);
              views.delete(id);
            }
            for (const [id, card] of changed) model.set(id, card);
            const viewed = [...model.keys()].filter((id) => id % 3 === 0);
            index.setViews(
              viewed,
              viewed.map((id) => id + seq),
            );
            for (const id of viewed) views.set(id, id + seq);
            check();
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('grows beyond its spare rows', () => {
    const index = new ColumnIndex('affiliate', []);
    const orders = new CatalogOrders(index);
    const cards = Array.from({ length: 3_000 }, (_, place) =>
      toCard('affiliate', sampleAffiliate({ id: place + 1, title: `T${place}` })),
    );
    for (let at = 0; at < cards.length; at += 700) index.apply(cards.slice(at, at + 700), []);
    expect(queryCatalog(index, orders, { ...EMPTY_BROWSE_STATE, search: 't299', sort: 'priceAsc' }).total).toBe(11);
    expect(index.count).toBe(3_000);
  });
});

describe('[CAT2] the start screen', () => {
  it('has a row per main category with products, categories in order and counts', () => {
    const cards = [
      sampleAffiliate({ id: 1, main_category: 'b', category: 'z', title: 'B' }),
      sampleAffiliate({ id: 2, main_category: 'A', category: 'y', title: 'c' }),
      sampleAffiliate({ id: 3, main_category: 'A', category: 'X', title: 'a' }),
      sampleAffiliate({ id: 4, main_category: 'gone', category: 'gone' }),
    ].map((product) => toCard('affiliate', product));
    const index = new ColumnIndex('affiliate', [decodeCardsBlock(encodeCardsBlock('affiliate', cards))]);
    index.apply([], [4]);
    const overview = overviewCatalog(index);
    expect(overview.total).toBe(3);
    expect(overview.categories).toEqual([
      {
        mainCategory: 'A',
        total: 2,
        categories: [
          { category: 'X', total: 1 },
          { category: 'y', total: 1 },
        ],
      },
      { mainCategory: 'b', total: 1, categories: [{ category: 'z', total: 1 }] },
    ]);
    expect(overview.rows.map(({ cards: row_ }) => row_.map((card) => card.id))).toEqual([[3, 2], [1]]);
  });
});
