import { sql } from 'kysely';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { BrowseFilters, BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { OfferKind, ShopKey, SortKey } from '#contract/shops.ts';
import { toBarcode } from '#contract/text/to-barcode.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { findWordStart, WORD_BREAKS } from '#contract/text/word-start.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { findCards } from './catalog.repository.ts';

type ProductQuery<Output> = SelectQueryBuilder<Schema, 'product', Output>;
type Expressions = ExpressionBuilder<Schema, 'product'>;

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
  const counted = await selectMatching(db, shop, state)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return counted?.total ?? 0;
}

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
  const matching = selectMatching(db, shop, state);
  const { sort, search } = state;
  if (sort === 'views') return listIdsByViews(matching, limit, offset);
  if (sort !== null) return listIds(SORTERS[sort](matching), limit, offset);
  if (search === '') return listIds(matching, limit, offset);
  const ranked = matching
    .leftJoin('product_view', (join) =>
      join.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
    )
    .orderBy(rankOfMatch(search, await listCategoriesOf(db, shop, search)))
    .orderBy((eb) => eb.fn.coalesce('product_view.count', eb.lit(0)), 'desc');
  return listIds(ranked, limit, offset);
}

/** Lists the categories that have a search at the start of a word. */
async function listCategoriesOf(db: Queryable, shop: ShopKey, search: string): Promise<string[]> {
  const key = toTitleKey(search);
  const categories = await db.selectFrom('product').select('category').distinct().where('shop', '=', shop).execute();
  return categories.map(({ category }) => category).filter((category) => findWordStart(toTitleKey(category), key) >= 0);
}

/** How well a product matches a search, best first: the whole title or the barcode, the start of a word, its category, the rest. */
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

/** Lists ids in the order of a query, equal ones by title and id. */
async function listIds(query: ProductQuery<object>, limit: number, offset: number): Promise<number[]> {
  const sorted = query.select('product.id').orderBy('title_key').orderBy('product.id');
  const rows = await sorted.limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

/** Lists viewed products from the index of counts, then the others by title; neither list is read further than needed. */
async function listIdsByViews(matching: ProductQuery<object>, limit: number, offset: number): Promise<number[]> {
  const viewed = matching.innerJoin('product_view', (join) =>
    join.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
  );
  const rows = await viewed
    .select('product.id')
    .orderBy('product_view.count', 'desc')
    .orderBy('title_key')
    .orderBy('product.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === limit) return ids;
  const counted = await viewed.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
  const unviewed = matching.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('product_view')
          .select('product_view.product_id')
          .whereRef('product_view.shop', '=', 'product.shop')
          .whereRef('product_view.product_id', '=', 'product.id'),
      ),
    ),
  );
  const rest = await listIds(unviewed, limit - ids.length, Math.max(0, offset - (counted?.total ?? 0)));
  return [...ids, ...rest];
}

/** Whether a sort shows only products that have a price. */
export const leavesUnpricedOut = (offer: OfferKind, sort: SortKey | null): boolean =>
  offer === 'openBox' && (sort === 'priceAsc' || sort === 'priceDesc');

function selectMatching(db: Queryable, shop: ShopKey, state: BrowseState): ProductQuery<object> {
  const { offer } = getShop(shop);
  let query = db.selectFrom('product').where('product.shop', '=', shop);
  if (state.mainCategory !== null) query = query.where('main_category', '=', state.mainCategory);
  if (state.category !== null) query = query.where('category', '=', state.category);
  if (state.search !== '') {
    const inTitle = likeTitle(`%${escapeLike(toTitleKey(state.search))}%`);
    const barcode = toBarcode(state.search);
    query = query.where((eb) => (barcode === undefined ? inTitle : eb.or([inTitle, eb('barcode', '=', barcode)])));
  }
  if (leavesUnpricedOut(offer, state.sort)) query = query.where('sort_price_cents', '>', 0);
  return FILTERS[offer](query, state);
}

type Filter = (query: ProductQuery<object>, filters: BrowseFilters) => ProductQuery<object>;

const hasPriceBound = ({ priceFrom, priceTo }: BrowseFilters): boolean => priceFrom !== null || priceTo !== null;

const FILTERS: Record<OfferKind, Filter> = {
  affiliate(query, filters) {
    let filtered = query;
    if (hasPriceBound(filters)) filtered = filtered.where('price_cents', '>', 0);
    if (filters.priceFrom !== null) filtered = filtered.where('price_cents', '>=', filters.priceFrom);
    if (filters.priceTo !== null) filtered = filtered.where('price_cents', '<=', filters.priceTo);
    if (filters.minRate !== null) filtered = filtered.where('rate', '>=', filters.minRate);
    if (filters.inStock) filtered = filtered.where('availability', '<>', 'NO');
    // Affiliate products have no conditions, so that a condition matches none of them.
    return filters.condition === null ? filtered : filtered.where((eb) => eb.lit(false));
  },
  openBox(query, filters) {
    // Open-box products have no rating.
    const filtered = filters.minRate === null ? query : query.where((eb) => eb.lit(false));
    if (!filters.inStock && filters.condition === null && !hasPriceBound(filters)) return filtered;
    return filtered.where(({ exists, selectFrom }) => {
      let offers = selectFrom('product_condition')
        .select('product_condition.condition')
        .whereRef('product_condition.shop', '=', 'product.shop')
        .whereRef('product_condition.product_id', '=', 'product.id')
        .where('product_condition.quantity', '>', 0);
      const { condition, priceFrom, priceTo } = filters;
      if (condition !== null) offers = offers.where('product_condition.condition', '=', condition);
      if (hasPriceBound(filters)) offers = offers.where('product_condition.price_cents', '>', 0);
      if (priceFrom !== null) offers = offers.where('product_condition.price_cents', '>=', priceFrom);
      if (priceTo !== null) offers = offers.where('product_condition.price_cents', '<=', priceTo);
      return exists(offers);
    });
  },
};

/** Products without a price come last in both price sorts. */
const withoutPriceLast = (eb: Expressions) =>
  eb.case().when('sort_price_cents', '=', 0).then(eb.lit(1)).else(eb.lit(0)).end();

type Sorter = (query: ProductQuery<object>) => ProductQuery<object>;

const SORTERS: Record<Exclude<SortKey, 'views'>, Sorter> = {
  rating: (query) => query.orderBy('rate', 'desc'),
  priceAsc: (query) => query.orderBy(withoutPriceLast).orderBy('sort_price_cents'),
  priceDesc: (query) => query.orderBy(withoutPriceLast).orderBy('sort_price_cents', 'desc'),
};
