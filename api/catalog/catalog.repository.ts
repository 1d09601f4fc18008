import { sql } from 'kysely';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { toCard } from '#contract/blocks/card.ts';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import { groupCategories } from '#contract/category.ts';
import type { Categories } from '#contract/category.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { getOverview, WireCard } from '#contract/http/sync.ts';
import { PAGE_SIZE, ROW_SIZE } from '#contract/limits.ts';
import type { Product } from '#contract/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { toTitleKey } from '#contract/title-key.ts';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { findConditions } from './product-table.repository.ts';
import { PRODUCT_ROW_COLUMNS, toProduct } from './product-rows.ts';
import type { ProductRow } from './product-rows.ts';

/** A category with the number of its products. */
export interface CategoryCount {
  readonly main_category: string;
  readonly category: string;
  readonly total: number;
}

/** What the list call says of a product. */
export interface ListedProduct {
  readonly id: number;
  readonly updated_at: number;
  readonly imagecount: number;
}

type Overview = EndpointReply<typeof getOverview>;
type ProductQuery<Output> = SelectQueryBuilder<Schema, 'product', Output>;

/** Products by id, in the order of their ids; unknown ones are left out. */
export async function findProducts(db: Queryable, shop: ShopKey, ids: readonly number[]): Promise<Product[]> {
  const rows = await db
    .selectFrom('product')
    .select(PRODUCT_ROW_COLUMNS)
    .where('shop', '=', shop)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return presentProducts(db, shop, rows);
}

/** Rows as products on the wire, with their conditions and view counts. */
export async function presentProducts(db: Queryable, shop: ShopKey, rows: readonly ProductRow[]): Promise<Product[]> {
  if (rows.length === 0) return [];
  const { offer } = getShop(shop);
  const ids = rows.map((row) => row.id);
  const conditions = offer === 'openBox' ? await findConditions(db, shop, ids) : undefined;
  const views = await findViewCounts(db, shop, ids);
  return rows.map((row) => toProduct(offer, row, conditions?.get(row.id) ?? [], views.get(row.id) ?? 0));
}

async function findViewCounts(db: Queryable, shop: ShopKey, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('product_view')
    .select(['product_id', 'count'])
    .where('shop', '=', shop)
    .where('product_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.count]));
}

/** A shop's products for the list call, by id, from behind `lastId` on. */
export function listProductVersions(
  db: Queryable,
  shop: ShopKey,
  lastId: number,
  limit: number,
): Promise<ListedProduct[]> {
  return db
    .selectFrom('product')
    .select(['id', 'updated_at', 'imagecount'])
    .where('shop', '=', shop)
    .where('id', '>', lastId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The categories of a shop with their counts. */
export function listCategoryCounts(db: Queryable, shop: ShopKey): Promise<CategoryCount[]> {
  return db
    .selectFrom('product')
    .select((eb) => ['main_category', 'category', eb.fn.countAll<number>().as('total')])
    .where('shop', '=', shop)
    .groupBy(['main_category', 'category'])
    .orderBy('main_category')
    .orderBy('category')
    .execute();
}

/** Main categories and the categories of each, in the order in which people read them. */
export const toCategories = (counts: readonly CategoryCount[]): Categories =>
  groupCategories(counts.map((count) => [count.main_category, count.category] as const));

/** One page of cards in the order that `BrowseState` defines, and how many match in all. */
export async function browseCards(
  db: Queryable,
  shop: ShopKey,
  state: BrowseState,
): Promise<{ total: number; cards: WireCard[] }> {
  const matching = filterProducts(db, shop, state);
  const counted = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
  const total = counted?.total ?? 0;
  const offset = (state.page - 1) * PAGE_SIZE;
  if (offset >= total) return { total, cards: [] };
  const ids = await sortProducts(matching.select('product.id'), state.sort).limit(PAGE_SIZE).offset(offset).execute();
  return {
    total,
    cards: await findCards(
      db,
      shop,
      ids.map(({ id }) => id),
    ),
  };
}

/** Cards of the given ids, in this order. */
async function findCards(db: Queryable, shop: ShopKey, ids: readonly number[]): Promise<WireCard[]> {
  const { offer } = getShop(shop);
  const products = new Map((await findProducts(db, shop, ids)).map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = products.get(id);
    return product ? [{ ...toCard(offer, product), view_count: product.view_count } as WireCard] : [];
  });
}

function filterProducts(db: Queryable, shop: ShopKey, state: BrowseState): ProductQuery<object> {
  let query = db.selectFrom('product').where('product.shop', '=', shop);
  if (state.mainCategory !== null) query = query.where('main_category', '=', state.mainCategory);
  if (state.category !== null) query = query.where('category', '=', state.category);
  if (state.search !== '') {
    const pattern = `%${toTitleKey(state.search).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    query = query.where(sql<boolean>`title_key like ${pattern} escape '\\'`);
  }
  const isByPrice = state.sort === 'priceAsc' || state.sort === 'priceDesc';
  if (isByPrice && getShop(shop).offer === 'openBox') query = query.where('sort_price_cents', '>', 0);
  return query;
}

type Sorter = <Output>(query: ProductQuery<Output>) => ProductQuery<Output>;

const viewCount = (eb: ExpressionBuilder<Schema, 'product'>) =>
  eb.fn.coalesce(
    eb
      .selectFrom('product_view')
      .select('product_view.count')
      .whereRef('product_view.shop', '=', 'product.shop')
      .whereRef('product_view.product_id', '=', 'product.id'),
    eb.lit(0),
  );

/** Products without a price stand last in both price sorts. */
const withoutPriceLast = (eb: ExpressionBuilder<Schema, 'product'>) =>
  eb.case().when('sort_price_cents', '=', 0).then(eb.lit(1)).else(eb.lit(0)).end();

const SORTERS = {
  views: (query) => query.orderBy(viewCount, 'desc'),
  rating: (query) => query.orderBy('rate', 'desc'),
  priceAsc: (query) => query.orderBy(withoutPriceLast).orderBy('sort_price_cents'),
  priceDesc: (query) => query.orderBy(withoutPriceLast).orderBy('sort_price_cents', 'desc'),
} as const satisfies Record<SortKey, Sorter>;

function sortProducts<Output>(query: ProductQuery<Output>, sort: SortKey | null): ProductQuery<Output> {
  const sorted = sort === null ? query : SORTERS[sort](query);
  return sorted.orderBy('title_key').orderBy('product.id');
}

/** The start screen: the first cards by title of each main category, and all categories with their counts. */
export async function readOverview(db: Queryable, shop: ShopKey): Promise<Overview> {
  const counts = await listCategoryCounts(db, shop);
  const totals = new Map(counts.map(({ main_category, category, total }) => [`${main_category}\n${category}`, total]));
  const { mainCategories, categoryMap } = toCategories(counts);
  const categories = mainCategories.map((mainCategory) => {
    const inside = (categoryMap[mainCategory] ?? []).map((category) => ({
      category,
      total: totals.get(`${mainCategory}\n${category}`) ?? 0,
      price_sum_cents: 0,
      typical_price_sum_cents: 0,
    }));
    return { mainCategory, total: inside.reduce((sum, { total }) => sum + total, 0), categories: inside };
  });
  const rows = [];
  for (const { mainCategory, total } of categories) {
    const ids = await sortProducts(
      filterProducts(db, shop, { ...EMPTY_BROWSE_STATE, mainCategory }).select('product.id'),
      null,
    )
      .limit(ROW_SIZE)
      .execute();
    rows.push({
      mainCategory,
      total,
      cards: await findCards(
        db,
        shop,
        ids.map(({ id }) => id),
      ),
    });
  }
  return { total: categories.reduce((sum, { total }) => sum + total, 0), top: [], rows, categories };
}

/** Whether a product exists. */
export async function hasProduct(db: Queryable, shop: ShopKey, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .select('id')
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
