import type { Transaction } from 'kysely';
import type { Product } from '#contract/products/product.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../../storage/chunks-of.ts';
import type { Queryable } from '../../storage/database.ts';
import { prepareQuery } from '../../storage/prepared-query.ts';
import type { Schema } from '../../storage/schema.ts';
import type { ProductTable, TombstoneTable } from '../../storage/schema/catalog.ts';
import type { StoredProduct } from './plan-product-write.ts';
import { PRODUCT_ROW_COLUMNS, toProduct } from './product-rows.ts';
import type { ConditionOffer, ProductRow } from './product-rows.ts';

/** Small, because rows of products have many values. */
const MAX_ROWS_PER_STATEMENT = 100;

/** All columns of a product. */
const PRODUCT_COLUMNS = [
  ...PRODUCT_ROW_COLUMNS,
  'shop',
  'external_id',
  'title_key',
  'sort_price_cents',
  'card_digest',
] as const satisfies readonly (keyof ProductTable)[];

/** Returns products by id or external id, each once. */
export async function findStoredProducts(
  db: Queryable,
  shop: ShopKey,
  wanted: { readonly ids: readonly number[]; readonly externalIds: readonly string[] },
): Promise<StoredProduct[]> {
  const rows = new Map<number, ProductTable>();
  const query = db.selectFrom('product').select(PRODUCT_COLUMNS).where('shop', '=', shop);
  for (const ids of chunksOf([...new Set(wanted.ids)])) {
    for (const row of await query.where('id', 'in', ids).execute()) rows.set(row.id, row);
  }
  for (const names of chunksOf([...new Set(wanted.externalIds)])) {
    for (const row of await query.where('external_id', 'in', names).execute()) rows.set(row.id, row);
  }
  const conditions = await findConditions(db, shop, [...rows.keys()]);
  return [...rows.values()].map((row) => ({ row, conditions: conditions.get(row.id) ?? [] }));
}

/** Returns condition offers by product id; affiliate products have none, so their shops are not queried. */
export async function findConditions(
  db: Queryable,
  shop: ShopKey,
  ids: readonly number[],
): Promise<Map<number, ConditionOffer[]>> {
  const byProduct = new Map<number, ConditionOffer[]>();
  if (getShop(shop).offer !== 'openBox') return byProduct;
  for (const chunk of chunksOf(ids)) {
    const rows = await db
      .selectFrom('product_condition')
      .select(['product_id', 'condition', 'price_cents', 'quantity'])
      .where('shop', '=', shop)
      .where('product_id', 'in', chunk)
      .execute();
    for (const { product_id, ...offer } of rows) {
      const offers = byProduct.get(product_id);
      if (offers) offers.push(offer);
      else byProduct.set(product_id, [offer]);
    }
  }
  return byProduct;
}

/** Presents rows as wire products, with their conditions and view counts. */
export async function presentProducts(db: Queryable, shop: ShopKey, rows: readonly ProductRow[]): Promise<Product[]> {
  if (rows.length === 0) return [];
  const { offer } = getShop(shop);
  const ids = rows.map((row) => row.id);
  const conditions = await findConditions(db, shop, ids);
  const views = await findViewCounts(db, shop, ids);
  return rows.map((row) => toProduct(offer, row, conditions.get(row.id) ?? [], views.get(row.id) ?? 0));
}

/** Returns view counts by product id; products that were never viewed have none. */
export async function findViewCounts(
  db: Queryable,
  shop: ShopKey,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('product_view')
    .select(['product_id', 'count'])
    .where('shop', '=', shop)
    .where('product_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.count]));
}

/** Returns the highest id that is or was in use: the id of a deleted product is never assigned automatically. */
export async function findLastId(db: Queryable, shop: ShopKey): Promise<number> {
  const tables = await Promise.all(
    (['product', 'ended_life'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.max('id').as('id'))
        .where('shop', '=', shop)
        .executeTakeFirst(),
    ),
  );
  return Math.max(0, ...tables.map((row) => row?.id ?? 0));
}

/** Stores whole products in their order: updates those with a known id, and inserts the others and removes their tombstones. */
export async function storeProducts(
  trx: Transaction<Schema>,
  products: readonly StoredProduct[],
  knownIds: ReadonlySet<number>,
): Promise<void> {
  for (const chunk of chunksOf(products, MAX_ROWS_PER_STATEMENT)) {
    // Products are not upserted: an insert that may replace a row first copies each page of the table and its indexes to a separate journal.
    for (const { row } of chunk) await (knownIds.has(row.id) ? replace : insert).run(trx, row);
    const conditions = chunk.flatMap(({ row, conditions: offers }) =>
      offers.map((offer) => ({ shop: row.shop, product_id: row.id, ...offer })),
    );
    if (conditions.length > 0) {
      await trx
        .insertInto('product_condition')
        .values(conditions)
        .onConflict((conflict) =>
          conflict.columns(['shop', 'product_id', 'condition']).doUpdateSet((eb) => ({
            price_cents: eb.ref('excluded.price_cents'),
            quantity: eb.ref('excluded.quantity'),
          })),
        )
        .execute();
    }
  }
  const addedIds = products.map(({ row }) => row.id).filter((id) => !knownIds.has(id));
  for (const ids of chunksOf(addedIds)) {
    const [first] = products;
    if (first) await trx.deleteFrom('tombstone').where('shop', '=', first.row.shop).where('id', 'in', ids).execute();
  }
}

const insert = prepareQuery((db, value: ProductTable) => db.insertInto('product').values(pick(value, PRODUCT_COLUMNS)));

const replace = prepareQuery((db, value: ProductTable) =>
  db
    .updateTable('product')
    .set(pick(value, REPLACED_COLUMNS))
    .where('shop', '=', value.shop)
    .where('id', '=', value.id),
);

const REPLACED_COLUMNS = PRODUCT_COLUMNS.filter((column) => column !== 'shop' && column !== 'id');

const pick = <Column extends keyof ProductTable>(row: ProductTable, columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<ProductTable, Column>;

/** Updates only `seq`, time and digest of a product. */
export async function restampProduct(trx: Transaction<Schema>, { row }: { readonly row: RestampedRow }): Promise<void> {
  await restamp.send(trx, row);
}

type RestampedRow = Pick<ProductTable, 'shop' | 'id' | 'seq' | 'updated_at' | 'card_digest'>;

const restamp = prepareQuery((db, value: RestampedRow) =>
  db
    .updateTable('product')
    .set({ seq: value.seq, updated_at: value.updated_at, card_digest: value.card_digest })
    .where('shop', '=', value.shop)
    .where('id', '=', value.id),
);

/** Deletes products; their dependent rows are deleted by cascade. */
export async function removeProducts(trx: Transaction<Schema>, shop: ShopKey, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    await trx.deleteFrom('product').where('shop', '=', shop).where('id', 'in', chunk).execute();
  }
}

export async function insertTombstones(trx: Transaction<Schema>, tombstones: readonly TombstoneTable[]): Promise<void> {
  for (const chunk of chunksOf(tombstones, MAX_ROWS_PER_STATEMENT)) {
    await trx.insertInto('tombstone').values(chunk).execute();
  }
}
