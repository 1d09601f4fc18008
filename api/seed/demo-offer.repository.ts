import type { ConditionKey } from '#contract/products/conditions.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from '#api/storage/database.ts';

/** Finds the current offer of a product's condition; undefined when there is no such product or condition. */
export function findOffer(db: Queryable, shop: ShopKey, productId: number, condition: ConditionKey) {
  return db
    .selectFrom('product_condition')
    .innerJoin('product', (join) =>
      join
        .onRef('product.shop', '=', 'product_condition.shop')
        .onRef('product.id', '=', 'product_condition.product_id'),
    )
    .select([
      'product.life',
      'product.title',
      'product.store',
      'product.imagecount',
      'product.image_version',
      'product.placeholder',
      'product_condition.price_cents',
      'product_condition.quantity',
    ])
    .where('product_condition.shop', '=', shop)
    .where('product_condition.product_id', '=', productId)
    .where('product_condition.condition', '=', condition)
    .executeTakeFirst();
}
