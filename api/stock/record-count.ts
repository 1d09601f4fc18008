import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { ConditionOffer } from '../catalog/products/product-rows.ts';
import type { Schema } from '../storage/schema.ts';
import { insertMoves, setOrderCounters, sumMoves } from './stock-ledger.repository.ts';
import type { StockMove } from './stock-ledger.repository.ts';

interface CountedProduct {
  readonly row: { readonly id: number };
  readonly conditions: readonly ConditionOffer[];
}

/** The products of a shop that a write changed: new ones are missing in `before`, deleted ones in `after`. */
export interface Count {
  readonly shop: ShopKey;
  readonly before: readonly CountedProduct[];
  readonly after: readonly CountedProduct[];
  /** Time in ms. */
  readonly at: number;
}

/** Values of one `in (…)`. */
const MAX_IN_VALUES = 500;

/**
 * Records in the ledger how an edit, an import or a deletion changed the quantities. A product that exists again gets the units back that
 * orders hold and bought of it.
 */
export async function recordCount(trx: Transaction<Schema>, count: Count): Promise<void> {
  const { shop, before, after, at } = count;
  const changes = new Map<string, Pick<StockMove, 'product_id' | 'condition' | 'available'>>();
  const add = (products: readonly CountedProduct[], sign: 1 | -1): void => {
    for (const { row, conditions } of products) {
      for (const { condition, quantity } of conditions) {
        const key = `${row.id}/${condition}`;
        const available = (changes.get(key)?.available ?? 0) + sign * quantity;
        changes.set(key, { product_id: row.id, condition, available });
      }
    }
  };
  add(before, -1);
  add(after, 1);

  const known = new Set(before.map(({ row }) => row.id));
  await restoreOrderCounters(
    trx,
    shop,
    after.filter(({ row, conditions }) => !known.has(row.id) && conditions.length > 0).map(({ row }) => row.id),
  );
  await insertMoves(
    trx,
    [...changes.values()]
      .filter(({ available }) => available !== 0)
      .map((change) => ({ ...change, shop, kind: 'set', order_id: null, reserved: 0, sold: 0, at })),
  );
}

async function restoreOrderCounters(
  trx: Transaction<Schema>,
  shop: ShopKey,
  productIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < productIds.length; start += MAX_IN_VALUES) {
    const sums = await sumMoves(trx, shop, productIds.slice(start, start + MAX_IN_VALUES));
    for (const sum of sums) if (sum.reserved > 0 || sum.sold > 0) await setOrderCounters(trx, sum);
  }
}
