import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import { chunksOf } from '../storage/chunks-of.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { StockMoveKind, StockMoveTable } from '../storage/schema/orders.ts';

export type StockMove = Omit<StockMoveTable, 'number'>;

/** Identifies a condition of a product; `life` tells apart the products that had the same id. */
export type StockKey = Pick<StockMoveTable, 'shop' | 'product_id' | 'life' | 'condition'>;

/** The counters of a condition according to the ledger. */
export type StockSums = StockKey & Pick<StockMoveTable, 'available' | 'reserved' | 'sold'>;

/** Inserts one move; `insertMoves` inserts many. */
export async function insertMove(trx: Transaction<Schema>, move: StockMove): Promise<void> {
  await insertOne.send(trx, move);
}

const insertOne = prepareQuery((db, value: StockMove) =>
  db.insertInto('stock_move').values({
    shop: value.shop,
    product_id: value.product_id,
    life: value.life,
    condition: value.condition,
    kind: value.kind,
    order_id: value.order_id,
    available: value.available,
    reserved: value.reserved,
    sold: value.sold,
    at: value.at,
  }),
);

export async function insertMoves(trx: Transaction<Schema>, moves: readonly StockMove[]): Promise<void> {
  for (const part of chunksOf(moves)) await trx.insertInto('stock_move').values(part).execute();
}

/** Lists the stock moves of an order so far. */
export function listMovesOfOrder(
  trx: Transaction<Schema>,
  { shop, product_id, life, condition }: StockKey,
  orderId: string,
): Promise<{ kind: StockMoveKind; available: number; reserved: number; sold: number }[]> {
  return selectMovesOfOrder.all(trx, { shop, product_id, life, condition, orderId });
}

const selectMovesOfOrder = prepareQuery((db, value: StockKey & { readonly orderId: string }) =>
  db
    .selectFrom('stock_move')
    .select(['kind', 'available', 'reserved', 'sold'])
    .where('shop', '=', value.shop)
    .where('product_id', '=', value.product_id)
    .where('life', '=', value.life)
    .where('condition', '=', value.condition)
    .where('order_id', '=', value.orderId),
);

/** Lists the conditions that have several moves to compact; `beforeMs` is the time in ms before which a move is old. */
export function listCompactable(db: Queryable, beforeMs: number, limit: number): Promise<StockKey[]> {
  return oldMoves(db, beforeMs)
    .select(['shop', 'product_id', 'life', 'condition'])
    .groupBy(['shop', 'product_id', 'life', 'condition'])
    .having((eb) => eb(eb.fn.countAll<number>(), '>', 1))
    .limit(limit)
    .execute();
}

/** Replaces the old moves of a condition by one with their sums; call it within the lock of the shop. */
export async function compactMoves(trx: Transaction<Schema>, key: StockKey, beforeMs: number): Promise<void> {
  const { shop, product_id, life, condition } = key;
  const moves = await oldMoves(trx, beforeMs)
    .select(['number', 'available', 'reserved', 'sold', 'at'])
    .where('shop', '=', shop)
    .where('product_id', '=', product_id)
    .where('life', '=', life)
    .where('condition', '=', condition)
    .execute();
  const sum = { available: 0, reserved: 0, sold: 0, at: 0 };
  for (const move of moves) {
    sum.available += move.available;
    sum.reserved += move.reserved;
    sum.sold += move.sold;
    sum.at = Math.max(sum.at, move.at);
  }
  for (const part of chunksOf(moves)) {
    const numbers = part.map(({ number }) => number);
    await trx.deleteFrom('stock_move').where('number', 'in', numbers).execute();
  }
  if (sum.available === 0 && sum.sold === 0) return;
  await insertMoves(trx, [{ shop, product_id, life, condition, kind: 'set', order_id: null, ...sum }]);
}

/**
 * Selects the moves to compact: those without an order, and those of orders that hold no units. An order that holds units may still release
 * or sell them; any other order changes at most by a refund or a late payment.
 */
const oldMoves = (db: Queryable, beforeMs: number) =>
  db
    .selectFrom('stock_move')
    .where('at', '<', beforeMs)
    .where((eb) =>
      eb.or([
        eb('order_id', 'is', null),
        eb.exists(
          eb
            .selectFrom('purchase')
            .select('purchase.id')
            .whereRef('purchase.id', '=', 'stock_move.order_id')
            .where('purchase.stock_state', '<>', 'held')
            .where('purchase.updated_at', '<', beforeMs),
        ),
      ]),
    );

/** Sums the moves of every condition in every life of some products; conditions without moves are omitted. */
export function sumMoves(db: Queryable, shop: ShopKey, productIds: readonly number[]): Promise<StockSums[]> {
  return db
    .selectFrom('stock_move')
    .select((eb) => [
      'shop',
      'product_id',
      'life',
      'condition',
      eb.fn.sum<number>('available').as('available'),
      eb.fn.sum<number>('reserved').as('reserved'),
      eb.fn.sum<number>('sold').as('sold'),
    ])
    .where('shop', '=', shop)
    .where('product_id', 'in', productIds)
    .groupBy(['shop', 'product_id', 'life', 'condition'])
    .execute();
}

/** Sums the available units of a condition in one life of its product, which may be deleted. */
export async function sumAvailable(db: Queryable, { shop, product_id, life, condition }: StockKey): Promise<number> {
  const { available } = await db
    .selectFrom('stock_move')
    .select((eb) => eb.fn.sum<number | null>('available').as('available'))
    .where('shop', '=', shop)
    .where('product_id', '=', product_id)
    .where('life', '=', life)
    .where('condition', '=', condition)
    .executeTakeFirstOrThrow();
  return available ?? 0;
}

/** Adds to the counters of a condition; false when this life of its product has ended, or when fewer units are available than are taken. */
export async function addToCounters(
  trx: Transaction<Schema>,
  { shop, product_id, life, condition }: StockKey,
  { available, reserved, sold }: Pick<StockMoveTable, 'available' | 'reserved' | 'sold'>,
): Promise<boolean> {
  const taken = Math.max(0, -available);
  return (await changeCounters.run(trx, { shop, product_id, life, condition, available, reserved, sold, taken })) > 0;
}

const changeCounters = prepareQuery((db, value: StockSums & { readonly taken: number }) =>
  db
    .updateTable('product_condition')
    .set((eb) => ({
      quantity: eb('quantity', '+', value.available),
      reserved: eb('reserved', '+', value.reserved),
      sold: eb('sold', '+', value.sold),
    }))
    .where('shop', '=', value.shop)
    .where('product_id', '=', value.product_id)
    .where('condition', '=', value.condition)
    .where('quantity', '>=', value.taken)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product')
          .select('id')
          .where('shop', '=', value.shop)
          .where('id', '=', value.product_id)
          .where('life', '=', value.life),
      ),
    ),
);

/** Sets the counters of a restored product's condition to what its orders left in the ledger. */
export async function setOrderCounters(
  trx: Transaction<Schema>,
  { shop, product_id, condition, reserved, sold }: Omit<StockSums, 'life'>,
): Promise<void> {
  await trx
    .updateTable('product_condition')
    .set({ reserved, sold })
    .where('shop', '=', shop)
    .where('product_id', '=', product_id)
    .where('condition', '=', condition)
    .execute();
}
