import type { ConditionKey } from '#contract/products/conditions.ts';
import { MAX_CART_QUANTITY } from '#contract/limits.ts';
import { formatDollars } from '#contract/money/money.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { waitForUserData } from '#pwa/platform/storage/user-data.ts';
import { addToCartMessages } from '#pwa/messages/en/cart.ts';
import { isQuotaError } from '#sync/database/storage-errors.ts';
import type { UserData } from '#sync/api/account-api.ts';
import type { Card } from '#contract/blocks/card.ts';
import { findLine, findOffer } from '../cart-entry.ts';

/** Adds a unit to a user's cart, once the user's rows are open, and returns the message to show. */
export async function addForUser(sub: string, card: Card, condition: ConditionKey): Promise<string> {
  const data = await waitForUserData(sub);
  return data ? addItem(data, card, condition) : addToCartMessages.notOpened;
}

/** Calls `ensureInCart` with a user's cart, once the user's rows are open. */
export async function ensureForUser(
  sub: string,
  card: Card,
  condition: ConditionKey,
  wanted: number,
): Promise<string | undefined> {
  const data = await waitForUserData(sub);
  return data ? ensureInCart(data, card, condition, wanted) : addToCartMessages.notOpened;
}

/**
 * Adds units of an item unless the cart already has it, so that repeated calls change nothing. Returns why the item is not in the cart;
 * undefined when it is.
 */
export async function ensureInCart(
  data: UserData,
  card: Card,
  condition: ConditionKey,
  wanted: number,
): Promise<string | undefined> {
  const isInCart = async (): Promise<boolean> => findLine(await data.cart(), card, condition) !== undefined;
  try {
    if (await isInCart()) return undefined;
    const message = await addItem(data, card, condition, wanted);
    return (await isInCart()) ? undefined : message;
  } catch {
    return addToCartMessages.failed;
  }
}

/**
 * Adds units to the cart, at most as many as are in stock, and returns the message to show. The device's catalogue decides what is in
 * stock.
 */
export async function addItem(data: UserData, card: Card, condition: ConditionKey, wanted = 1): Promise<string> {
  const { id: product_id, life, title, imagecount, image_version, placeholder } = card;
  const offer = findOffer(card, condition);
  if (!offer || offer.available <= 0 || offer.price <= 0) return addToCartMessages.soldOut(title);
  let quantity = wanted;
  try {
    const lines = await data.cart();
    const inCart = findLine(lines, card, condition)?.quantity ?? 0;
    if (inCart >= offer.available) return addToCartMessages.noMore(offer.available);
    if (inCart >= MAX_CART_QUANTITY) return addToCartMessages.limit(MAX_CART_QUANTITY);
    quantity = Math.min(wanted, offer.available - inCart, MAX_CART_QUANTITY - inCart);
    const price = formatDollars(offer.price);
    await data.enqueue(
      { name: 'addCartItem', args: { product_id, life, condition, quantity, price_seen: price } },
      {
        product_id,
        life,
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
  } catch (error) {
    return isQuotaError(error) ? addToCartMessages.full : addToCartMessages.failed;
  }
  requestPersistentStorage();
  return quantity < wanted ? addToCartMessages.addedSome(quantity, wanted) : addToCartMessages.added;
}
