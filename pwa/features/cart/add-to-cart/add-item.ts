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

/** Puts one unit into the cart and gives what is to be said about it. The catalogue on the device decides whether there is one. */
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

/** Fulfils the wish that was made before somebody signed in: once, in whichever tab comes first. Says what became of it. */
export async function addPendingCartItem(data: UserData, engine: EngineApi, shop: ShopKey): Promise<void> {
  if (!readPendingCartItem()) return;
  const word = await withLock('hexlime-wanted-item', async () => {
    const wanted = readPendingCartItem();
    const card = wanted && (await findCard(engine, shop, wanted.product_id));
    if (!wanted || !card) return undefined;
    const said = await addItem(data, card, wanted.condition);
    // It stays a wish only as long as this device could not write it down.
    if (said !== addToCartMessages.failed) clearPendingCartItem();
    return said === addToCartMessages.added ? addToCartMessages.addedTitle(card.title) : said;
  });
  if (word !== undefined) showCartToast(word);
}

/** A card from the device; undefined while its catalogue is not there. */
const findCard = (engine: EngineApi, shop: ShopKey, id: number): Promise<Card | undefined> =>
  engine.card(shop, id).catch(() => undefined);
