import { useEffect, useMemo } from 'react';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { useSync, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { presentCart } from './cart-entry.ts';
import type { CartEntry } from './cart-entry.ts';
import { CART_SHOP } from '#contract/cart-shop.ts';
import { readKnownCart } from './read-cart.ts';
import { useCartChanges } from './use-cart-changes.ts';
import type { CartChanges } from './use-cart-changes.ts';

/** The cart of whoever is signed in. */
export interface Cart {
  /** Undefined until they have been read; before the first exchange with the server an empty cart is none that is known. */
  readonly entries: readonly CartEntry[] | undefined;
  readonly changes: CartChanges;
}

/** The cart, live: its lines as the device has them, with what the catalogue says of their items now. */
export function useCart(): Cart {
  const sync = useSync();
  const data = useOpenUserData();
  const lines = useUserData(readKnownCart) ?? undefined;
  const changes = useCartChanges(data);
  const ids = [...new Set(lines?.map(({ product_id }) => product_id))];
  const { data: cards, isCurrent } = useCards(CART_SHOP.key, ids);
  const isReady = useSyncStatus(CART_SHOP.key)?.catalogue === 'ready';
  // Prices and stock are followed where a cart is looked at, whatever shop is on the screen.
  useEffect(() => sync.openShop(CART_SHOP.key), [sync]);
  const entries = useMemo(
    () => lines && presentCart(lines, cards && { cards, isComplete: isCurrent && isReady }),
    [lines, cards, isCurrent, isReady],
  );
  return { entries, changes };
}
