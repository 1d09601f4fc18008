import { quantityField } from '#contract/products/conditions.ts';
import { MAX_STOCK_QUANTITY } from '#contract/limits.ts';
import type { ProductFields } from '#contract/products/product.ts';
import type { Queryable } from '../storage/database.ts';
import { sumMoves } from './stock-ledger.repository.ts';
import type { StockKey } from './stock-ledger.repository.ts';

/** Adds to a deleted product's quantities the units that its orders freed after the deletion, less those that late payments took. */
export async function addFreedUnits(
  db: Queryable,
  { shop, product_id, life }: Omit<StockKey, 'condition'>,
  fields: ProductFields,
): Promise<ProductFields> {
  const texts: Record<string, unknown> = { ...fields };
  for (const sum of await sumMoves(db, shop, [product_id])) {
    if (sum.life !== life) continue;
    const field = quantityField(sum.condition);
    texts[field] = String(Math.min(Number(texts[field]) + sum.available, MAX_STOCK_QUANTITY));
  }
  return texts as unknown as ProductFields;
}
