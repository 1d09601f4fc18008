import { changeShop, stampProduct } from '../catalog/products/shop-counters.ts';
import type { ShopCounters } from '../catalog/products/shop-counters.ts';
import { findStoredProducts, restampProduct } from '../catalog/products/product.repository.ts';
import type { PurchaseTable, StockMoveKind } from '../storage/schema.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { addToCounters, insertMoves, listMovesOfOrder } from './stock-ledger.repository.ts';

/** What an order says of the stock that it is about; a row of `purchase` is one. */
export type StockClaim = Pick<PurchaseTable, 'id' | 'shop' | 'product_id' | 'condition' | 'quantity'>;

/**
 * What orders do to the stock, each within the caller's transaction and each once an order: repeated, it says again that it was done. The
 * answer is false, and nothing has happened, where it is not possible. Lock order: the shop before a user's row, so call these before
 * `touchOrders`.
 */
export interface Stock {
  /** Holds units for an order; false when fewer can be bought or the product is gone. */
  reserve(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /** Gives back what an order holds; false when it holds nothing. Units of a product that is gone go nowhere. */
  release(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /** Sells what an order holds; false when it holds nothing. */
  sell(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /** Sells to an order that holds nothing any more; false when fewer can be bought by now. */
  sellLate(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
  /** Brings back what an order had bought; false when it had bought nothing. */
  takeBack(unit: WriteUnit, claim: StockClaim): Promise<boolean>;
}

type OrderMoveKind = Exclude<StockMoveKind, 'set'>;

/** How the units of an order must stand before a move, and where each of them goes. */
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

/** `now` gives the time in ms. */
export function createStock(now: () => number): Stock {
  const move = (unit: WriteUnit, kind: OrderMoveKind, claim: StockClaim): Promise<boolean> =>
    changeShop(unit, claim.shop, now, async (counters) => {
      const { trx } = unit;
      const moves = await listMovesOfOrder(trx, claim.id);
      if (moves.some((done) => done.kind === kind)) return true;
      const { from, ...effect } = MOVES[kind];
      if (stateAfter(moves) !== from) return false;

      // What an order once held is what it gives back or buys, whatever the caller believes.
      const units = moves.find((done) => done.kind === 'reserve')?.reserved ?? claim.quantity;
      const change = {
        available: effect.available * units,
        reserved: effect.reserved * units,
        sold: effect.sold * units,
      };
      const isThere = await addToCounters(trx, claim, change);
      if (!isThere && change.available < 0) return false;
      const { id, shop, product_id, condition } = claim;
      await insertMoves(trx, [
        { shop, product_id, condition, kind, order_id: id, at: now(), ...change, ...(!isThere && { available: 0 }) },
      ]);
      if (isThere && change.available !== 0) await restamp(unit, claim, counters);
      return true;
    });

  return {
    reserve: (unit, claim) => move(unit, 'reserve', claim),
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

/** The catalogue's feed carries the new stock to every device. */
async function restamp({ trx }: WriteUnit, { shop, product_id }: StockClaim, counters: ShopCounters): Promise<void> {
  const [product] = await findStoredProducts(trx, shop, { ids: [product_id], externalIds: [] });
  if (product) await restampProduct(trx, stampProduct(shop, product, product, counters));
}
