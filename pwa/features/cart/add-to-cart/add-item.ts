import type { ConditionKey } from '#contract/conditions.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { formatDollars } from '#contract/money.ts';
import type { ShopKey } from '#contract/shops.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { clearPendingCartItem, readPendingCartItem } from '#pwa/platform/storage/pending-cart-item.ts';
import { withLock } from '#pwa/platform/browser/with-lock.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import type { UserData } from '#sync/account/account-api.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { EngineApi } from '#sync/worker/engine-api.ts';
import { findOffer } from '../cart-entry.ts';
import { showCartToast } from '../notices/cart-toast-state.ts';

/** Adds one unit to the cart and returns the message to show. The device's catalogue decides whether the item is in stock. */
export async function addItem(data: UserData, card: Card, condition: ConditionKey): Promise<string> {
  const { id: product_id, title, imagecount, image_version, placeholder } = card;
  const offer = findOffer(card, condition);
  if (!offer || offer.available <= 0 || offer.price <= 0) return addToCartMessages.soldOut(title);
  try {
    const lines = await data.cart();
    const inCart = lines.find((line) => line.product_id === product_id && line.condition === condition)?.quantity ?? 0;
    const most = Math.min(offer.available, MAX_CART_QUANTITY);
    if (inCart >= most) return addToCartMessages.noMore(most);
    const price = formatDollars(offer.price);
    await data.enqueue(
      { name: 'addCartItem', args: { product_id, condition, quantity: 1, price_seen: price } },
      {
        product_id,
        condition,
        title,
        price,
        imagecount,
        image_version,
        placeholder,
        store: '',
        available: offer.available,
      },
    );
  } catch {
    return addToCartMessages.failed;
  }
  requestPersistentStorage();
  return addToCartMessages.added;
}

/** Adds the item that was chosen before sign-in: once, in the first tab that gets the lock. Shows the result as a toast. */
export async function addPendingCartItem(data: UserData, engine: EngineApi, shop: ShopKey): Promise<void> {
  if (!readPendingCartItem()) return;
  const message = await withLock('hexlime-wanted-item', async () => {
    const pending = readPendingCartItem();
    const card = pending && (await findCard(engine, shop, pending.product_id));
    if (!pending || !card) return undefined;
    const result = await addItem(data, card, pending.condition);
    // The item stays pending only if this device could not store it.
    if (result !== addToCartMessages.failed) clearPendingCartItem();
    return result === addToCartMessages.added ? addToCartMessages.addedTitle(card.title) : result;
  });
  if (message !== undefined) showCartToast(message);
}

/** Returns a card from the device; undefined while the catalogue is not loaded. */
const findCard = (engine: EngineApi, shop: ShopKey, id: number): Promise<Card | undefined> =>
  engine.card(shop, id).catch(() => undefined);
