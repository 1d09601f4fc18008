import { addDigest, digestCard, subtractDigest } from '#contract/blocks/digest.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { ProductTable, ShopTable } from '../../storage/schema/catalog.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import type { StoredProduct } from './plan-product-write.ts';
import { rowToCard } from './row-to-card.ts';

/** A shop's counters within the transaction that holds its lock. */
export interface ShopCounters {
  /** Sequence number of the last change. */
  readonly seq: number;
  /** Assigns the next sequence number and a time. */
  next(): { seq: number; updated_at: number };
  /** Replaces one card's digest in the shop's sum; undefined stands for no card. */
  replace(oldDigest: number | undefined, newDigest: number | undefined): void;
}

/**
 * Changes products of a shop within a transaction: takes the shop's lock, runs the change, then stores the counters. Writers of one shop
 * are serialised from here to their commit, so that sequence numbers become visible in order and sums are never built on a stale row, on
 * PostgreSQL as on SQLite.
 */
export async function changeShop<T>(
  unit: WriteUnit,
  shop: ShopKey,
  now: () => number,
  change: (counters: ShopCounters) => Promise<T>,
): Promise<T> {
  const row = await lockShop(unit.trx, shop);
  const { seq: seqBefore } = row;
  const result = await change(createCounters(row, now));
  if (row.seq > seqBefore) {
    await storeCounters(unit.trx, row);
    unit.touchShop(shop);
  }
  return result;
}

/** Assigns sequence number, time and digest to a product that replaces `existing` (undefined: it is new). */
export function stampProduct(
  shop: ShopKey,
  product: Omit<StoredProduct, 'row'> & { readonly row: Omit<ProductTable, 'seq' | 'updated_at' | 'card_digest'> },
  existing: StoredProduct | undefined,
  counters: ShopCounters,
): StoredProduct {
  const { offer } = getShop(shop);
  const { conditions } = product;
  const row = { ...product.row, ...counters.next(), card_digest: 0 };
  row.card_digest = digestCard(offer, rowToCard(offer, row, conditions));
  counters.replace(existing?.row.card_digest, row.card_digest);
  return { row, conditions };
}

/** Locks a shop against other writers until the transaction ends. A repeated call in the same transaction returns the same row. */
export function lockShop(trx: Transaction<Schema>, shop: ShopKey): Promise<ShopTable> {
  return trx
    .updateTable('shop')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('key', '=', shop)
    .returning(['key', 'seq', 'count', 'digest', 'floor', 'last_updated_at', 'views_seq'])
    .executeTakeFirstOrThrow();
}

async function storeCounters(trx: Transaction<Schema>, row: ShopTable): Promise<void> {
  await trx
    .updateTable('shop')
    .set({ seq: row.seq, count: row.count, digest: row.digest, last_updated_at: row.last_updated_at })
    .where('key', '=', row.key)
    .execute();
}

function createCounters(row: ShopTable, now: () => number): ShopCounters {
  return {
    get seq() {
      return row.seq;
    },
    next() {
      row.seq += 1;
      row.last_updated_at = Math.max(now(), row.last_updated_at + 1);
      return { seq: row.seq, updated_at: row.last_updated_at };
    },
    replace(oldDigest, newDigest) {
      if (oldDigest !== undefined) {
        row.digest = subtractDigest(row.digest, oldDigest);
        row.count -= 1;
      }
      if (newDigest !== undefined) {
        row.digest = addDigest(row.digest, newDigest);
        row.count += 1;
      }
    },
  };
}
