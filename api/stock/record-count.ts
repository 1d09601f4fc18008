import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { ConditionOffer } from '../catalog/products/product-rows.ts';
import { chunksOf } from '../storage/chunks-of.ts';
import type { Schema } from '../storage/schema.ts';
import { insertMoves, setOrderCounters, sumMoves } from './stock-ledger.repository.ts';
import type { StockMove, StockSums } from './stock-ledger.repository.ts';

interface CountedProduct {
  readonly row: { readonly id: number; readonly life: number };
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

/**
 * Records in the ledger how an edit, an import, a deletion or its undoing changed the quantities. A restored product gets its `reserved`
 * and `sold` counters back; units that orders freed while it was deleted are already in its quantities, and in the ledger.
 */
export async function recordCount(trx: Transaction<Schema>, count: Count): Promise<void> {
  const { shop, before, after, at } = count;
  const changes = new Map<string, Pick<StockMove, 'product_id' | 'life' | 'condition' | 'available'>>();
  const add = (key: Pick<StockMove, 'product_id' | 'life' | 'condition'>, units: number): void => {
    const { product_id, life, condition } = key;
    const name = `${product_id}/${condition}`;
    const available = (changes.get(name)?.available ?? 0) + units;
    changes.set(name, { product_id, life, condition, available });
  };
  const addAll = (products: readonly CountedProduct[], sign: 1 | -1): void => {
    for (const { row, conditions } of products) {
      const { id: product_id, life } = row;
      for (const { condition, quantity } of conditions) add({ product_id, life, condition }, sign * quantity);
    }
  };
  addAll(before, -1);
  addAll(after, 1);

  const known = new Set(before.map(({ row }) => row.id));
  const added = after.filter(({ row, conditions }) => !known.has(row.id) && conditions.length > 0);
  for (const sum of await sumLives(trx, shop, added)) {
    add(sum, -sum.available);
    if (sum.reserved > 0 || sum.sold > 0) await setOrderCounters(trx, sum);
  }
  await insertMoves(
    trx,
    [...changes.values()]
      .filter(({ available }) => available !== 0)
      .map((change) => ({ ...change, shop, kind: 'set', order_id: null, reserved: 0, sold: 0, at })),
  );
}

/** Sums the moves of some products, each in its current life. */
async function sumLives(
  trx: Transaction<Schema>,
  shop: ShopKey,
  products: readonly CountedProduct[],
): Promise<StockSums[]> {
  const lives = new Map(products.map(({ row }) => [row.id, row.life]));
  const ids = [...lives.keys()];
  const sums: StockSums[] = [];
  for (const part of chunksOf(ids)) sums.push(...(await sumMoves(trx, shop, part)));
  return sums.filter(({ product_id, life }) => lives.get(product_id) === life);
}
