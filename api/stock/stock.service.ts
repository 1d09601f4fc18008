import { changeShop, restampSeen, stampProduct } from '../catalog/products/shop-counters.ts';
import type { SeenProduct } from '../catalog/products/shop-counters.ts';
import { findStoredProducts, restampProduct } from '../catalog/products/product.repository.ts';
import type { PurchaseTable, StockMoveKind } from '../storage/schema/orders.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { addToCounters, insertMove, listMovesOfOrder, sumAvailable } from './stock-ledger.repository.ts';

/** The units that an order is about; a row of `purchase` can be passed as a claim. */
export type StockClaim = Pick<PurchaseTable, 'id' | 'shop' | 'product_id' | 'life' | 'condition' | 'quantity'> &
  Partial<Pick<PurchaseTable, 'stock_state'>>;

/**
 * Stock moves of orders, within the caller's transaction. Each move takes effect once per order; a repeated call returns true again. A move
 * that is not possible returns false and has no effect. Units of a deleted product stay in the ledger of its life: another product with its
 * id never gets them, and the product gets them back when it is restored. The caller's unit must exclude other units that change the order
 * or the product's stock. A unit takes its numbers last, the shop's before the order's, so call these methods before `numberOrderChange`.
 */
export interface Stock {
  /** Reserves units for an order; false when fewer are available or the product does not exist. */
  reserve(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /**
   * Reserves units for an order that has no move yet. `seen` is the product as it was just read, with at least as many units available.
   * Returns a function that stores the product's new number and locks the shop: call it last.
   */
  reserveSeen(unit: WriteUnit, claim: StockClaim, seen: SeenProduct): Promise<() => Promise<void>>;
  /** Releases an order's reserved units; false when it has none. */
  release(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /** Sells an order's reserved units; false when it has none. */
  sell(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /**
   * Sells units to an order that had released its own; false when fewer are available or, if the product is deleted, fewer were freed
   * since.
   */
  sellLate(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /** Returns an order's sold units to the stock; false when it has none. */
  takeBack(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
}

type OrderMoveKind = Exclude<StockMoveKind, 'set'>;

/** The state that an order's units must have before a move, and how each unit changes the counters. */
const MOVES = {
  reserve: { from: 'free', available: -1, reserved: 1, sold: 0 },
  release: { from: 'held', available: 1, reserved: -1, sold: 0 },
  sell: { from: 'held', available: 0, reserved: -1, sold: 1 },
  sell_late: { from: 'free', available: -1, reserved: 0, sold: 1 },
  return: { from: 'sold', available: 1, reserved: 0, sold: -1 },
} as const satisfies Record<
  OrderMoveKind,
  { from: PurchaseTable['stock_state']; available: number; reserved: number; sold: number }
>;

/** `now` returns the time in ms. */
export function createStock(now: () => number): Stock {
  const move = async (unit: WriteUnit, kind: OrderMoveKind, claim: StockClaim): Promise<boolean> => {
    const { trx } = unit;
    const moves = await listMovesOfOrder(trx, claim, claim.id);
    if (moves.some((done) => done.kind === kind)) return true;
    const { from, ...effect } = MOVES[kind];
    // The moves of an old order may be compacted, but its `stock_state` keeps their result.
    const state = moves.length === 0 ? (claim.stock_state ?? 'free') : stateAfter(moves);
    if (state !== from) return false;

    // The quantity that was reserved counts, not the caller's.
    const units = moves.find((done) => done.kind === 'reserve')?.reserved ?? claim.quantity;
    const change = {
      available: effect.available * units,
      reserved: effect.reserved * units,
      sold: effect.sold * units,
    };
    const isCounted = await addToCounters(trx, claim, change);
    if (!isCounted && change.available < 0) {
      // Nothing of a deleted product is for sale, but an order that was paid late takes units that were freed after the deletion.
      if (kind === 'reserve' || (await sumAvailable(trx, claim)) < units) return false;
    }
    const { id, shop, product_id, life, condition } = claim;
    await insertMove(trx, { shop, product_id, life, condition, kind, order_id: id, at: now(), ...change });
    if (isCounted && change.available !== 0) await restamp(unit, claim, now);
    return true;
  };

  return {
    reserve: (unit, claim) => move(unit, 'reserve', claim),

    async reserveSeen(unit, claim, seen) {
      const { id, shop, product_id, life, condition, quantity } = claim;
      const change = { available: -quantity, reserved: quantity, sold: 0 };
      const isCounted = addToCounters(unit.trx, claim, change);
      // Awaited only after the shop is locked, so that all statements until then are one round trip to a database server.
      isCounted.catch(() => undefined);
      const key = { shop, product_id, life, condition };
      await insertMove(unit.trx, { ...key, kind: 'reserve', order_id: id, at: now(), ...change });
      const conditions = seen.product.conditions.map((offer) =>
        offer.condition === condition ? { ...offer, quantity: offer.quantity - quantity } : offer,
      );
      return async () => {
        await restampSeen(unit, seen, conditions, now);
        if (!(await isCounted)) throw new Error(`order ${id} was given units that are gone`);
      };
    },

    release: (unit, claim) => move(unit, 'release', claim),
    sell: (unit, claim) => move(unit, 'sell', claim),
    sellLate: (unit, claim) => move(unit, 'sell_late', claim),
    takeBack: (unit, claim) => move(unit, 'return', claim),
  };
}

function stateAfter(moves: readonly { reserved: number; sold: number }[]): PurchaseTable['stock_state'] {
  if (moves.reduce((sum, { reserved }) => sum + reserved, 0) > 0) return 'held';
  return moves.reduce((sum, { sold }) => sum + sold, 0) > 0 ? 'sold' : 'free';
}

/** Restamps the product, so that the catalogue's feed sends the new stock to every device. */
async function restamp(unit: WriteUnit, { shop, product_id }: StockClaim, now: () => number): Promise<void> {
  const { trx } = unit;
  const [product] = await findStoredProducts(trx, shop, { ids: [product_id], externalIds: [] });
  if (!product) return;
  await changeShop(unit, shop, now, (counters) => restampProduct(trx, stampProduct(shop, product, product, counters)));
}
