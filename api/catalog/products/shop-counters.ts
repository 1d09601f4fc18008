import { addDigest, digestCard, subtractDigest } from '#contract/blocks/digest.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Transaction } from 'kysely';
import { prepareQuery } from '../../storage/prepared-query.ts';
import type { Schema } from '../../storage/schema.ts';
import type { ProductTable, ShopTable } from '../../storage/schema/catalog.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import { restampProduct } from './product.repository.ts';
import type { ConditionOffer } from './product-rows.ts';
import { rowToCard } from './row-to-card.ts';
import type { CardRow } from './row-to-card.ts';

/** The counters of a shop that a change of its products moves. */
type ProductCounters = Pick<ShopTable, 'key' | 'seq' | 'count' | 'digest' | 'last_updated_at'>;

/** A product whose card can be presented. */
interface Stampable<Row> {
  readonly row: Row;
  readonly conditions: readonly ConditionOffer[];
}

/** What a stamp assigns. */
type Stamp = Pick<ProductTable, 'seq' | 'updated_at' | 'card_digest'>;

/** A product that was read together with its shop's counters, in a write unit that excludes others that change the product. */
export interface SeenProduct {
  readonly counters: ProductCounters;
  readonly product: Stampable<CardRow & Pick<ProductTable, 'shop' | 'card_digest'>>;
}

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
 * are serialized from here to their commit, so that sequence numbers become visible in order and sums are never built on a stale row, on
 * PostgreSQL as on SQLite. A unit that runs concurrently with others calls this last.
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
    await storeCounters.send(unit.trx, { ...row, seqBefore });
    unit.touchShop(shop);
  }
  return result;
}

/**
 * Stores the next sequence number for a product whose conditions become `conditions`, as `changeShop` would. The product must not have
 * changed since it was read. If its shop has not changed either, no separate statement is needed for the lock; that is always so where
 * write units run one after the other.
 */
export async function restampSeen(
  unit: WriteUnit,
  { counters: seen, product }: SeenProduct,
  conditions: readonly ConditionOffer[],
  now: () => number,
): Promise<void> {
  const changed = { ...product, conditions };
  const row = { ...seen };
  const stamped = stampProduct(seen.key, changed, product, createCounters(row, now));
  // Also takes the shop's lock.
  if ((await storeCounters.run(unit.trx, { ...row, seqBefore: seen.seq })) > 0) {
    await restampProduct(unit.trx, stamped);
    unit.touchShop(seen.key);
  } else {
    await changeShop(unit, seen.key, now, (counters) =>
      restampProduct(unit.trx, stampProduct(seen.key, changed, product, counters)),
    );
  }
}

/** Assigns sequence number, time and digest to a product that replaces `existing` (undefined: it is new). */
export function stampProduct<Row extends Omit<CardRow, 'seq'>>(
  shop: ShopKey,
  product: Stampable<Row>,
  existing: { readonly row: Pick<ProductTable, 'card_digest'> } | undefined,
  counters: ShopCounters,
): Stampable<Row & Stamp> {
  const { offer } = getShop(shop);
  const { conditions } = product;
  const row = { ...product.row, ...counters.next(), card_digest: 0 };
  row.card_digest = digestCard(offer, rowToCard(offer, row, conditions));
  counters.replace(existing?.row.card_digest, row.card_digest);
  return { row, conditions };
}

/** Locks a shop against other writers until the transaction ends. A repeated call in the same transaction returns the same row. */
export function lockShop(trx: Transaction<Schema>, shop: ShopKey): Promise<ShopTable> {
  return lock.one(trx, { shop });
}

const lock = prepareQuery((db, value: { readonly shop: ShopKey }) =>
  db
    .updateTable('shop')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('key', '=', value.shop)
    .returning(['key', 'seq', 'count', 'digest', 'floor', 'last_updated_at', 'views_seq']),
);

const storeCounters = prepareQuery((db, value: ProductCounters & { readonly seqBefore: number }) =>
  db
    .updateTable('shop')
    .set({ seq: value.seq, count: value.count, digest: value.digest, last_updated_at: value.last_updated_at })
    .where('key', '=', value.key)
    .where('seq', '=', value.seqBefore),
);

function createCounters(row: ProductCounters, now: () => number): ShopCounters {
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
