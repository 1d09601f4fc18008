import type { Transaction } from 'kysely';
import type { ProductFields } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { DeletedProductTable } from '../../storage/schema/catalog.ts';
import type { StoredProduct } from './plan-product-write.ts';
import { toFields } from './product-rows.ts';

/** A deleted product as the trash stores it. */
export interface TrashedProduct {
  readonly external_id: string | null;
  readonly fields: ProductFields;
  readonly imagecount: number;
  readonly placeholder: string;
  /** Missing in products that an earlier version has deleted. */
  readonly condition_images?: string;
  readonly identity?: string;
}

/** Stores deleted products in the trash; `at` is a time in ms. */
export async function insertIntoTrash(
  trx: Transaction<Schema>,
  shop: ShopKey,
  products: readonly StoredProduct[],
  at: number,
): Promise<void> {
  for (const part of chunksOf(products)) {
    const rows = part.map((product) => {
      const { id, title } = product.row;
      return { shop, id, title, deleted_at: at, product: JSON.stringify(toTrashedProduct(shop, product)) };
    });
    await trx.insertInto('deleted_product').values(rows).execute();
  }
}

function toTrashedProduct(shop: ShopKey, { row, conditions }: StoredProduct): TrashedProduct {
  const { external_id, imagecount, placeholder, condition_images, identity } = row;
  const fields = toFields(getShop(shop).offer, row, conditions);
  return { external_id, fields, imagecount, placeholder, condition_images, identity };
}

/** Returns the products among `ids` that can be restored, by id. */
export async function findInTrash(
  db: Queryable,
  shop: ShopKey,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TrashedProduct>> {
  const found = new Map<number, TrashedProduct>();
  for (const part of chunksOf(ids)) {
    const rows = await db
      .selectFrom('deleted_product')
      .select(['id', 'product'])
      .where('shop', '=', shop)
      .where('id', 'in', part)
      .execute();
    for (const { id, product } of rows) found.set(id, JSON.parse(product) as TrashedProduct);
  }
  return found;
}

export async function removeFromTrash(trx: Transaction<Schema>, shop: ShopKey, id: number): Promise<void> {
  await trx.deleteFrom('deleted_product').where('shop', '=', shop).where('id', '=', id).execute();
}

/** Lists the products of a shop that can be restored, the last deleted first. */
export function listTrash(
  db: Queryable,
  shop: ShopKey,
  deletedAfterMs: number,
): Promise<Pick<DeletedProductTable, 'id' | 'title' | 'deleted_at'>[]> {
  return db
    .selectFrom('deleted_product')
    .select(['id', 'title', 'deleted_at'])
    .where('shop', '=', shop)
    .where('deleted_at', '>', deletedAfterMs)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Lists products that were deleted before a time, the oldest first. */
export function listOldTrash(
  db: Queryable,
  shop: ShopKey,
  deletedBeforeMs: number,
  limit: number,
): Promise<Pick<DeletedProductTable, 'id'>[]> {
  return db
    .selectFrom('deleted_product')
    .select('id')
    .where('shop', '=', shop)
    .where('deleted_at', '<=', deletedBeforeMs)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
}
