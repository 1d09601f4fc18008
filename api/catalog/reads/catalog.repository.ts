import { toCard } from '#contract/blocks/card.ts';
import { groupCategories } from '#contract/category.ts';
import type { Categories } from '#contract/category.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { Product } from '#contract/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from '../../storage/database.ts';
import { findConditions } from '../products/product.repository.ts';
import { PRODUCT_ROW_COLUMNS, toProduct } from '../products/product-rows.ts';
import type { ProductRow } from '../products/product-rows.ts';

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

/** What the list call says of a product. */
export interface ListedProduct {
  readonly id: number;
  readonly updated_at: number;
  readonly imagecount: number;
}

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

/** A product with the name that it has in the system it comes from. */
export interface NamedProduct {
  readonly product: Product;
  readonly external_id: string | null;
}

/** A shop's products by id, from behind `lastId` on. */
export async function listNamedProducts(
  db: Queryable,
  shop: ShopKey,
  lastId: number,
  limit: number,
): Promise<NamedProduct[]> {
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

/** The id of the product at a place in the order of ids; undefined behind the last one. */
export async function findIdAt(db: Queryable, shop: ShopKey, place: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('product')
    .select('id')
    .where('shop', '=', shop)
    .orderBy('id')
    .offset(place)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
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

/** The categories of a shop with their counts and sums, in any order: an index holds the counts alone. */
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

/** Main categories and the categories of each, in the order in which people read them. */
export const toCategories = (counts: readonly CategoryCount[]): Categories =>
  groupCategories(counts.map((count) => [count.main_category, count.category] as const));

/** Cards of the given ids, in this order. */
export async function findCards(db: Queryable, shop: ShopKey, ids: readonly number[]): Promise<WireCard[]> {
  const { offer } = getShop(shop);
  const products = new Map((await findProducts(db, shop, ids)).map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = products.get(id);
    return product ? [{ ...toCard(offer, product), view_count: product.view_count } as WireCard] : [];
  });
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
