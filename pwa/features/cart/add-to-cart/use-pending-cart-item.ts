import { useEffect } from 'react';
import type { Card } from '#contract/blocks/card.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { withLock } from '#pwa/platform/browser/with-lock.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { UserData } from '#sync/api/account-api.ts';
import type { EngineApi } from '#sync/api/engine-api.ts';
import { clearPendingCartItem, readPendingCartItem } from './pending-cart-item.ts';
import { showCartToast } from '../notices/cart-toast-state.ts';
import { addItem } from './add-item.ts';

/** Adds the pending cart item after sign-in, as soon as the user's rows and the catalogue are loaded. */
export function usePendingCartItem(): void {
  const { engine, onCatalogChange } = useSync();
  const data = useOpenUserData();
  useEffect(() => {
    if (!data) return undefined;
    const add = (): void => {
      // An item that could not be added stays pending.
      addPendingCartItem(data, engine).catch(() => undefined);
    };
    add();
    // Without a catalogue, the device has no price: try again when it changes.
    return onCatalogChange(CART_SHOP.key, add);
  }, [data, engine, onCatalogChange]);
}

/** Adds the item that was chosen before sign-in: once, in the first tab that gets the lock. Shows the result as a toast. */
async function addPendingCartItem(data: UserData, engine: EngineApi): Promise<void> {
  if (!readPendingCartItem()) return;
  const message = await withLock('hexlime-wanted-item', async () => {
    const pending = readPendingCartItem();
    const card = pending && (await findCard(engine, pending.product_id));
    if (!pending || !card) return undefined;
    const result = await addItem(data, card, pending.condition);
    // The item stays pending only if this device could not store it.
    if (result !== addToCartMessages.failed && result !== addToCartMessages.full) clearPendingCartItem();
    return result === addToCartMessages.added ? addToCartMessages.addedTitle(card.title) : result;
  });
  if (message !== undefined) showCartToast(message);
}

/** Returns a card from the device; undefined while the catalogue is not loaded. */
const findCard = (engine: EngineApi, id: number): Promise<Card | undefined> =>
  engine.catalog.card(CART_SHOP.key, id).catch(() => undefined);
