import type { CartItem } from '#contract/orders/cart.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_CART_LINES, MAX_CART_QUANTITY } from '#contract/limits.ts';
import { parseDollars } from '#contract/money/money.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import {
  deleteLine,
  findAddition,
  findHeldLine,
  insertLine,
  measureCart,
  touchCart,
  updateLine,
} from './cart.repository.ts';

/** An item as the buyer saw it; `life`: the life of its product, if the caller sends it. */
export interface SeenItem extends CartItem {
  readonly life?: number | undefined;
}

/** Units of an item; `price_seen`: the price in dollars that the buyer saw, if the caller sends it. */
export interface CartUnits extends SeenItem {
  readonly quantity: number;
  readonly price_seen?: string | undefined;
}

/**
 * The rules of carts; each method runs within the caller's unit and returns the number from which on the user's cart includes the change,
 * or 0 when nothing changed.
 */
export interface CartService {
  /**
   * Adds units to a line; the line of an earlier product with the id is replaced. `isClamped`: adds only as many as fit into the line, for
   * callers that read the quantity in the reply.
   * @throws ApiError not-found (no such offer, or one of another `life`), out-of-stock (fewer units in stock than added), cart-limit (more
   * units than a line may have), cart-full, unauthorized (deleted user)
   */
  add(unit: WriteUnit, sub: string, units: CartUnits, options?: { readonly isClamped?: boolean }): Promise<number>;
  /** Sets the units of a line, whatever the stock; the line shows what is available. @throws ApiError not-found (no such line) */
  setQuantity(unit: WriteUnit, sub: string, units: CartUnits): Promise<number>;
  /** Removes a line; a missing line is no error. */
  remove(unit: WriteUnit, sub: string, item: SeenItem): Promise<number>;
  /** Removes the line of an item that is ordered; returns whether it existed. The number of the order's change is also that of the cart. */
  removeOrdered(unit: WriteUnit, sub: string, item: SeenItem): Promise<boolean>;
}

/** `now` returns the time in ms. */
export function createCartService(now: () => number): CartService {
  return {
    async add(unit, sub, { product_id, life: seenLife, condition, quantity, price_seen }, { isClamped = false } = {}) {
      const { trx } = unit;
      const item = { product_id, condition };
      const addition = await findAddition(trx, sub, item);
      // The caller was admitted before the write, and may have been deleted meanwhile.
      if (!addition) throw new ApiError('unauthorized');
      const { offer, held } = addition;
      if (!offer || offer.life !== (seenLife ?? offer.life)) throw new ApiError('not-found');
      if (offer.quantity < quantity) {
        throw new ApiError('out-of-stock', undefined, { current: { available: offer.quantity } });
      }
      const price_seen_cents = toCents(price_seen) ?? offer.price_cents;
      if (held?.life === offer.life) {
        const total = held.quantity + quantity;
        if (total > MAX_CART_QUANTITY && !isClamped)
          throw new ApiError('cart-limit', undefined, { current: { quantity: held.quantity } });
        await updateLine(trx, sub, item, { quantity: Math.min(total, MAX_CART_QUANTITY), price_seen_cents });
      } else {
        if (held) await deleteLine(trx, sub, item);
        const { lines, lastAddedAtMs } = await measureCart(trx, sub);
        if (lines >= MAX_CART_LINES) throw new ApiError('cart-full');
        const { life, title, store } = offer;
        const added_at = Math.max(now(), lastAddedAtMs + 1);
        await insertLine(trx, { sub, ...item, life, quantity, price_seen_cents, title, store, added_at });
      }
      return touchCart(unit, sub);
    },

    async setQuantity(unit, sub, { product_id, life, condition, quantity, price_seen }) {
      const item = { product_id, condition };
      const held = await findHeldLine(unit.trx, sub, item);
      if (!held || held.life !== (life ?? held.life)) throw new ApiError('not-found');
      const price_seen_cents = toCents(price_seen) ?? held.price_seen_cents;
      if (held.quantity === quantity && held.price_seen_cents === price_seen_cents) return 0;
      await updateLine(unit.trx, sub, item, { quantity, price_seen_cents });
      return touchCart(unit, sub);
    },

    async remove(unit, sub, item) {
      return (await deleteLine(unit.trx, sub, item, item.life)) ? touchCart(unit, sub) : 0;
    },

    removeOrdered: (unit, sub, item) => deleteLine(unit.trx, sub, item, item.life),
  };
}

const toCents = (dollars: string | undefined): number | undefined =>
  dollars === undefined ? undefined : parseDollars(dollars);
