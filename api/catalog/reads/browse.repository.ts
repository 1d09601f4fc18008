import { sql } from 'kysely';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { OfferKind, ShopKey, SortKey } from '#contract/shops.ts';
import { toBarcode } from '#contract/text/to-barcode.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { findWordStart, WORD_BREAKS } from '#contract/text/word-start.ts';
import type { Queryable } from '../../storage/database.ts';
import { prepareQueries } from '../../storage/prepared-query.ts';
import type { Schema } from '../../storage/schema.ts';
import { findCards } from './catalog.repository.ts';

type ProductQuery<Output> = SelectQueryBuilder<Schema, 'product', Output>;
type Expressions = ExpressionBuilder<Schema, 'product'>;

/** What the queries of a browse state are built from; null: no such condition. */
interface Wanted {
  readonly shop: ShopKey;
  readonly isOpenBox: boolean;
  readonly mainCategory: string | null;
  readonly category: string | null;
  /** A pattern for title keys. */
  readonly title: string | null;
  readonly barcode: string | null;
  readonly hasPrice: boolean;
  readonly priceFrom: number | null;
  readonly priceTo: number | null;
  readonly minRate: number | null;
  readonly inStock: boolean;
  readonly condition: ConditionKey | null;
}

/** A part of the matches in their order. */
interface WantedPart extends Wanted {
  readonly limit: number;
  readonly offset: number;
}

const toWanted = (shop: ShopKey, state: BrowseState): Wanted => {
  const { offer } = getShop(shop);
  const { search, mainCategory, category, priceFrom, priceTo, minRate, inStock, condition } = state;
  return {
    shop,
    isOpenBox: offer === 'openBox',
    mainCategory,
    category,
    title: search === '' ? null : `%${escapeLike(toTitleKey(search))}%`,
    barcode: (search === '' ? undefined : toBarcode(search)) ?? null,
    hasPrice: leavesUnpricedOut(offer, state.sort),
    priceFrom,
    priceTo,
    minRate,
    inStock,
    condition,
  };
};

/** Returns one page of cards in the order that `BrowseState` defines, and the number of all matches. */
export async function browseCards(
  db: Queryable,
  shop: ShopKey,
  state: BrowseState,
): Promise<{ total: number; cards: WireCard[] }> {
  const total = await countMatching(db, shop, state);
  const offset = (state.page - 1) * PAGE_SIZE;
  if (offset >= total) return { total, cards: [] };
  return { total, cards: await listCards(db, shop, state, PAGE_SIZE, offset) };
}

/** Counts the products that a browse state shows on all of its pages. */
export async function countMatching(db: Queryable, shop: ShopKey, state: BrowseState): Promise<number> {
  const { total } = await selectTotal.one(db, toWanted(shop, state));
  return total;
}

const selectTotal = prepareQueries((db, wanted: Wanted) =>
  selectMatching(db, wanted).select((eb) => eb.fn.countAll<number>().as('total')),
);

/** Lists cards of a browse state in its order; the state's page is ignored. */
export async function listCards(
  db: Queryable,
  shop: ShopKey,
  state: BrowseState,
  limit: number,
  offset = 0,
): Promise<WireCard[]> {
  return findCards(db, shop, await listIdsInOrder(db, shop, state, limit, offset));
}

async function listIdsInOrder(
  db: Queryable,
  shop: ShopKey,
  state: BrowseState,
  limit: number,
  offset: number,
): Promise<number[]> {
  const part = { ...toWanted(shop, state), limit, offset };
  const { sort, search } = state;
  if (sort === 'views') return listIdsByViews(db, part);
  if (sort !== null || search === '') return toIds(await SORTED[sort ?? 'title'].all(db, part));
  const ranked = selectMatching(db, part)
    .leftJoin('product_view', (join) =>
      join.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
    )
    .orderBy(rankOfMatch(search, await listCategoriesOf(db, shop, search)))
    .orderBy((eb) => eb.fn.coalesce('product_view.count', eb.lit(0)), 'desc');
  return toIds(await selectIds(ranked, part).execute());
}

const toIds = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** Lists the categories in which a word begins with the search. */
async function listCategoriesOf(db: Queryable, shop: ShopKey, search: string): Promise<string[]> {
  const key = toTitleKey(search);
  const categories = await db.selectFrom('product').select('category').distinct().where('shop', '=', shop).execute();
  return categories.map(({ category }) => category).filter((category) => findWordStart(toTitleKey(category), key) >= 0);
}

/** Ranks a match of a search: 1 the whole title or the barcode, 2 the start of a word in the title, 3 the category, 4 all others. */
const rankOfMatch = (search: string, categories: readonly string[]) => (eb: Expressions) => {
  const key = toTitleKey(search);
  const barcode = toBarcode(search);
  const startsAfter = ['', ...Array.from(WORD_BREAKS, (character) => `%${escapeLike(character)}`)];
  const isExact = eb('title_key', '=', key);
  const isWordStart = eb.or(startsAfter.map((before) => likeTitle(`${before}${escapeLike(key)}%`)));
  return eb
    .case()
    .when(barcode === undefined ? isExact : eb.or([isExact, eb('barcode', '=', barcode)]))
    .then(eb.lit(1))
    .when(isWordStart)
    .then(eb.lit(2))
    .when(categories.length === 0 ? eb.lit(false) : eb('category', 'in', categories))
    .then(eb.lit(3))
    .else(eb.lit(4))
    .end();
};

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const likeTitle = (pattern: string) => sql<boolean>`title_key like ${pattern} escape '\\'`;

/** Selects a part of a query's ids in its order; ties are ordered by title and id. */
const selectIds = (query: ProductQuery<object>, { limit, offset }: WantedPart): ProductQuery<{ id: number }> =>
  query.select('product.id').orderBy('title_key').orderBy('product.id').limit(limit).offset(offset);

/** Lists viewed products from the index of counts, then the others by title; neither list is read further than needed. */
async function listIdsByViews(db: Queryable, part: WantedPart): Promise<number[]> {
  const { limit, offset } = part;
  const ids = toIds(await selectViewedIds.all(db, part));
  if (ids.length === limit) return ids;
  const { total } = await selectViewedTotal.one(db, part);
  const rest = { ...part, limit: limit - ids.length, offset: Math.max(0, offset - total) };
  return [...ids, ...toIds(await selectUnviewedIds.all(db, rest))];
}

const selectViewed = (db: Queryable, wanted: Wanted) =>
  selectMatching(db, wanted).innerJoin('product_view', (join) =>
    join.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
  );

const selectViewedIds = prepareQueries((db, part: WantedPart) =>
  selectIds(selectViewed(db, part).orderBy('product_view.count', 'desc'), part),
);

const selectViewedTotal = prepareQueries((db, part: WantedPart) =>
  selectViewed(db, part).select((eb) => eb.fn.countAll<number>().as('total')),
);

const selectUnviewedIds = prepareQueries((db, part: WantedPart) =>
  selectIds(
    selectMatching(db, part).where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_view')
            .select('product_view.product_id')
            .whereRef('product_view.shop', '=', 'product.shop')
            .whereRef('product_view.product_id', '=', 'product.id'),
        ),
      ),
    ),
    part,
  ),
);

/** Whether a sort shows only products that have a price. */
export const leavesUnpricedOut = (offer: OfferKind, sort: SortKey | null): boolean =>
  offer === 'openBox' && (sort === 'priceAsc' || sort === 'priceDesc');

function selectMatching(db: Queryable, wanted: Wanted): ProductQuery<object> {
  const { mainCategory, category, title, barcode } = wanted;
  let query = db.selectFrom('product').where('product.shop', '=', wanted.shop);
  if (mainCategory !== null) query = query.where('main_category', '=', mainCategory);
  if (category !== null) query = query.where('category', '=', category);
  if (title !== null) {
    const inTitle = likeTitle(title);
    query = query.where((eb) => (barcode === null ? inTitle : eb.or([inTitle, eb('barcode', '=', barcode)])));
  }
  if (wanted.hasPrice) query = query.where('sort_price_cents', '>', 0);
  return wanted.isOpenBox ? filterOpenBox(query, wanted) : filterAffiliate(query, wanted);
}

function filterAffiliate(query: ProductQuery<object>, wanted: Wanted): ProductQuery<object> {
  const { priceFrom, priceTo, minRate, inStock, condition } = wanted;
  let filtered = query;
  if (priceFrom !== null || priceTo !== null) filtered = filtered.where('price_cents', '>', 0);
  if (priceFrom !== null) filtered = filtered.where('price_cents', '>=', priceFrom);
  if (priceTo !== null) filtered = filtered.where('price_cents', '<=', priceTo);
  if (minRate !== null) filtered = filtered.where('rate', '>=', minRate);
  if (inStock) filtered = filtered.where('availability', '<>', 'NO');
  // Affiliate products have no conditions, so that a condition matches none of them.
  return condition === null ? filtered : filtered.where((eb) => eb.lit(false));
}

function filterOpenBox(query: ProductQuery<object>, wanted: Wanted): ProductQuery<object> {
  const { priceFrom, priceTo, minRate, inStock, condition } = wanted;
  // Open-box products have no rating.
  const filtered = minRate === null ? query : query.where((eb) => eb.lit(false));
  const hasPriceBound = priceFrom !== null || priceTo !== null;
  if (!inStock && condition === null && !hasPriceBound) return filtered;
  return filtered.where(({ exists, selectFrom }) => {
    let offers = selectFrom('product_condition')
      .select('product_condition.condition')
      .whereRef('product_condition.shop', '=', 'product.shop')
      .whereRef('product_condition.product_id', '=', 'product.id')
      .where('product_condition.quantity', '>', 0);
    if (condition !== null) offers = offers.where('product_condition.condition', '=', condition);
    if (hasPriceBound) offers = offers.where('product_condition.price_cents', '>', 0);
    if (priceFrom !== null) offers = offers.where('product_condition.price_cents', '>=', priceFrom);
    if (priceTo !== null) offers = offers.where('product_condition.price_cents', '<=', priceTo);
    return exists(offers);
  });
}

/** Products without a price come last in both price sorts. */
const withoutPriceLast = (eb: Expressions) =>
  eb.case().when('sort_price_cents', '=', 0).then(eb.lit(1)).else(eb.lit(0)).end();

/** Prepares the query of a part of the matches in an order; ties are ordered by title. */
const prepareSorted = (sort: (query: ProductQuery<object>) => ProductQuery<object>) =>
  prepareQueries((db, part: WantedPart) => selectIds(sort(selectMatching(db, part)), part));

const SORTED = {
  title: prepareSorted((query) => query),
  rating: prepareSorted((query) => query.orderBy('rate', 'desc')),
  priceAsc: prepareSorted((query) => query.orderBy(withoutPriceLast).orderBy('sort_price_cents')),
  priceDesc: prepareSorted((query) => query.orderBy(withoutPriceLast).orderBy('sort_price_cents', 'desc')),
} satisfies Record<Exclude<SortKey, 'views'> | 'title', unknown>;
