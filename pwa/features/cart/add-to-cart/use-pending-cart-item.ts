import { useEffect } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import { addPendingCartItem } from './add-item.ts';
import { CART_SHOP } from '#contract/cart-shop.ts';

/** Fulfils the wish of a visitor who has signed in, as soon as the rows and the catalogue are there. */
export function usePendingCartItem(): void {
  const { engine, onCatalogChange } = useSync();
  const data = useOpenUserData();
  useEffect(() => {
    if (!data) return undefined;
    const add = (): void => {
      // A wish that could not be fulfilled stays one.
      addPendingCartItem(data, engine, CART_SHOP.key).catch(() => undefined);
    };
    add();
    // A device without catalogue knows no price yet.
    return onCatalogChange(CART_SHOP.key, add);
  }, [data, engine, onCatalogChange]);
}
