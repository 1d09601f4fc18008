import { SHOP_KEYS } from '#contract/shops.ts';
import { savedOffers } from './saved-offers.ts';
import { storedWishLists } from '../stored-wish-lists.ts';

/** Puts back the products that a damaged wish list lost: those with a saved offer, because only products on the list have one. */
export function restoreWishes(): void {
  if (storedWishLists.damagedTexts().length === 0) return;
  for (const shop of SHOP_KEYS) {
    const known = new Set(storedWishLists.list(shop));
    const saved = Object.keys(savedOffers.get()[shop] ?? {}).map(Number);
    for (const id of saved) if (!known.has(id)) storedWishLists.put(shop, id);
  }
}

/** Whether this device could read its watch list. While it could not, the server's copy stays as it is. */
export const areWatchesKnown = (): boolean =>
  savedOffers.damagedTexts().length === 0 && savedOffers.problem() !== 'newer' && storedWishLists.problem() !== 'newer';
