import type { Categories } from '#contract/http/products.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';
import { prepareQuery } from '../../storage/prepared-query.ts';
import { findConditions, presentProducts } from '../products/product.repository.ts';
import { PRODUCT_ROW_COLUMNS, toProduct } from '../products/product-rows.ts';
import { CARD_ROW_COLUMNS, rowToCard } from '../products/row-to-card.ts';
import type { CardRow } from '../products/row-to-card.ts';
import { groupCategories } from './group-categories.ts';

/** A category with the number of its products. */
export interface CategoryCount {
  readonly main_category: string;
  readonly category: string;
  readonly total: number;
}

/** A category with the sums of its products' prices. */
export interface CategorySums extends CategoryCount {
  readonly price_sum_cents: number;
  readonly typical_price_sum_cents: number;
}

/** A product in the reply of the list call. */
export interface ListedProduct {
  readonly id: number;
  readonly updated_at: number;
  readonly imagecount: number;
}

/** Up to this many products are read one by one: their statements are compiled once, but one with a list of ids is compiled each time. */
export const FEW_PRODUCTS = 8;

/** Returns products in the order of their ids; unknown ids are omitted. */
export async function findProducts(db: Queryable, shop: ShopKey, ids: readonly number[]): Promise<Product[]> {
  if (ids.length <= FEW_PRODUCTS) {
    const found = [];
    for (const id of ids.toSorted((a, b) => a - b)) found.push(await findProduct(db, shop, id));
    return found.filter((product) => product !== undefined);
  }
  const rows = await db
    .selectFrom('product')
    .select(PRODUCT_ROW_COLUMNS)
    .where('shop', '=', shop)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return presentProducts(db, shop, rows);
}

async function findProduct(db: Queryable, shop: ShopKey, id: number): Promise<Product | undefined> {
  const row = await selectProduct.first(db, { shop, id });
  if (!row) return undefined;
  const { offer } = getShop(shop);
  const conditions = offer === 'openBox' ? await selectConditions.all(db, { shop, id }) : [];
  return toProduct(offer, row, conditions, row.views ?? 0);
}

interface OneProduct {
  readonly shop: ShopKey;
  readonly id: number;
}

const selectWithViews = (db: Queryable) =>
  db
    .selectFrom('product')
    .leftJoin('product_view', (join) =>
      join.onRef('product_view.shop', '=', 'product.shop').onRef('product_view.product_id', '=', 'product.id'),
    )
    .select('product_view.count as views');

const selectProduct = prepareQuery((db, value: OneProduct) =>
  selectWithViews(db)
    .select(PRODUCT_ROW_COLUMNS.map((name) => `product.${name}` as const))
    .where('product.shop', '=', value.shop)
    .where('product.id', '=', value.id),
);

const selectConditions = prepareQuery((db, value: OneProduct) =>
  db
    .selectFrom('product_condition')
    .select(['condition', 'price_cents', 'quantity'])
    .where('shop', '=', value.shop)
    .where('product_id', '=', value.id),
);

/** A product with its id in the system it comes from. */
export interface ProductWithExternalId {
  readonly product: Product;
  readonly external_id: string | null;
}

/** Lists a shop's products after `lastId`, by id. */
export async function listProductsWithExternalId(
  db: Queryable,
  shop: ShopKey,
  lastId: number,
  limit: number,
): Promise<ProductWithExternalId[]> {
  const rows = await db
    .selectFrom('product')
    .select([...PRODUCT_ROW_COLUMNS, 'external_id'])
    .where('shop', '=', shop)
    .where('id', '>', lastId)
    .orderBy('id')
    .limit(limit)
    .execute();
  const products = await presentProducts(db, shop, rows);
  return products.map((product, index) => ({ product, external_id: rows[index]?.external_id ?? null }));
}

/** Lists a shop's products after `lastId` for the list call, by id. */
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

/** Returns the id at a position in the order of ids, from 0; undefined after the last one. */
export async function findIdAt(db: Queryable, shop: ShopKey, position: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('product')
    .select('id')
    .where('shop', '=', shop)
    .orderBy('id')
    .offset(position)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Lists the categories of a shop with their counts. */
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

/** Lists the categories of a shop with their counts and sums, in any order: no index holds the sums. */
export function listCategorySums(db: Queryable, shop: ShopKey): Promise<CategorySums[]> {
  return db
    .selectFrom('product')
    .select((eb) => [
      'main_category',
      'category',
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>('price_cents').as('price_sum_cents'),
      eb.fn.sum<number>('typical_price_cents').as('typical_price_sum_cents'),
    ])
    .where('shop', '=', shop)
    .groupBy(['main_category', 'category'])
    .execute();
}

/** Groups categories by main category, both in display order. */
export const toCategories = (counts: readonly CategoryCount[]): Categories =>
  groupCategories(counts.map((count) => [count.main_category, count.category] as const));

/** Returns cards in the order of `ids`; unknown ids are omitted. */
export async function findCards(db: Queryable, shop: ShopKey, ids: readonly number[]): Promise<WireCard[]> {
  const { offer } = getShop(shop);
  const rows = new Map<number, CardRow & { readonly views: number | null }>();
  for (const chunk of chunksOf(ids, PAGE_SIZE)) {
    for (const row of await selectCards.all(db, { shop, ...toPlaces(chunk) })) rows.set(row.id, row);
  }
  const conditions = await findConditions(db, shop, [...rows.keys()]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    return [{ ...rowToCard(offer, row, conditions.get(id) ?? []), view_count: row.views ?? 0 } as WireCard];
  });
}

const PLACES = Array.from({ length: PAGE_SIZE }, (_, place) => `id${place}` as const);

/** Puts ids into the places of a prepared query; the first id fills the places that are left. */
const toPlaces = (ids: readonly number[]): Record<`id${number}`, number> =>
  Object.fromEntries(PLACES.map((name, place) => [name, ids[place] ?? ids[0] ?? 0]));

const selectCards = prepareQuery((db, value: { readonly shop: ShopKey } & Readonly<Record<`id${number}`, number>>) =>
  selectWithViews(db)
    .select(CARD_ROW_COLUMNS.map((name) => `product.${name}` as const))
    .where('product.shop', '=', value.shop)
    .where(
      'product.id',
      'in',
      PLACES.map((name) => value[name] ?? 0),
    ),
);

/** Returns whether a product exists. */
export async function hasProduct(db: Queryable, shop: ShopKey, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('product')
    .select('id')
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
