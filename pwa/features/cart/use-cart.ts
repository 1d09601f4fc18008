import { useEffect, useMemo } from 'react';
import { useOpenUserData, useUserRead } from '#pwa/platform/storage/use-user-data.ts';
import { useCards } from '#pwa/platform/engine/use-cards.ts';
import { isReady, useSync, useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import type { CartLineView, UserData } from '#sync/api/account-api.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { presentCart } from './cart-entry.ts';
import type { CartEntry } from './cart-entry.ts';
import { useCartChanges } from './use-cart-changes.ts';
import type { CartChanges } from './use-cart-changes.ts';

/** The signed-in user's cart. */
export interface Cart {
  /** Undefined until the device has answered; null when the device has no cart: before the first sync, and when the cart cannot be read. */
  readonly entries: readonly CartEntry[] | null | undefined;
  readonly changes: CartChanges;
}

/** Returns the cart, live: the lines on the device with the current state of their items in the catalogue. */
export function useCart(): Cart {
  const sync = useSync();
  const data = useOpenUserData();
  const lines = useUserRead(readKnownCart);
  const changes = useCartChanges(data);
  const ids = [...new Set(lines?.map(({ product_id }) => product_id))];
  const { data: cards, isCurrent } = useCards(CART_SHOP.key, ids);
  const hasCatalogue = useSyncStatus(CART_SHOP.key, isReady);
  // Prices and stock are synced wherever a cart is shown, even while another shop is open.
  useEffect(() => sync.openShop(CART_SHOP.key), [sync]);
  const entries = useMemo(
    () => lines && presentCart(lines, cards && { cards, isComplete: isCurrent && hasCatalogue }),
    [lines, cards, isCurrent, hasCatalogue],
  );
  return { entries, changes };
}

/** Reads the lines of a user's cart; null when the device has none and has never synced. */
async function readKnownCart(data: UserData): Promise<readonly CartLineView[] | null> {
  const lines = await data.cart();
  return lines.length === 0 && (await data.state()).lastSyncedAtMs === null ? null : lines;
}
