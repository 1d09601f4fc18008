import { useEffect } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import { addPendingCartItem } from './add-item.ts';
import { CART_SHOP } from '#contract/cart-shop.ts';

/** Adds the pending cart item after sign-in, as soon as the user's rows and the catalogue are loaded. */
export function usePendingCartItem(): void {
  const { engine, onCatalogChange } = useSync();
  const data = useOpenUserData();
  useEffect(() => {
    if (!data) return undefined;
    const add = (): void => {
      // An item that could not be added stays pending.
      addPendingCartItem(data, engine, CART_SHOP.key).catch(() => undefined);
    };
    add();
    // Without a catalogue, the device has no price: try again when it changes.
    return onCatalogChange(CART_SHOP.key, add);
  }, [data, engine, onCatalogChange]);
}
