import { useMemo } from 'react';
import { formatDollars } from '#contract/money/money.ts';
import type { UserData } from '#sync/api/account-api.ts';
import { cartFailure } from './notices/cart-failures.ts';
import type { CartFailure } from './notices/cart-failures.ts';
import type { CartEntry } from './cart-entry.ts';

/** The changes that a buyer can make to a cart. Each applies optimistically and syncs later; a failure is shown in a dialog. */
export interface CartChanges {
  setQuantity(entry: CartEntry, quantity: number): Promise<void>;
  remove(entry: CartEntry): Promise<void>;
  /** Accepts the current price. */
  acceptPrice(entry: CartEntry): Promise<void>;
}

export const useCartChanges = (data: UserData | undefined): CartChanges =>
  useMemo(() => createCartChanges(data), [data]);

function createCartChanges(data: UserData | undefined): CartChanges {
  const enqueue = async (
    mutation: Parameters<UserData['enqueue']>[0],
    kind: CartFailure['kind'],
    { line: { title } }: CartEntry,
  ): Promise<void> => {
    try {
      await data?.enqueue(mutation);
    } catch {
      cartFailure.set({ kind, title });
    }
  };
  const set = (entry: CartEntry, quantity: number, price: CartEntry['price']): Promise<void> => {
    const { product_id, life = 0, condition } = entry.line;
    const args = { product_id, life, condition, quantity, price_seen: formatDollars(price) };
    return enqueue({ name: 'setCartQuantity', args }, 'quantity', entry);
  };
  return {
    // Changing the quantity does not accept a new price: that is confirmed separately.
    setQuantity: (entry, quantity) => set(entry, quantity, entry.priceSeen),
    acceptPrice: (entry) => set(entry, entry.line.quantity, entry.price),
    remove: (entry) => {
      const { product_id, life = 0, condition } = entry.line;
      return enqueue({ name: 'removeCartItem', args: { product_id, life, condition } }, 'remove', entry);
    },
  };
}
