import { SHOP_KEYS } from '#contract/shops.ts';
import { savedOffers } from './saved-offers.ts';
import { storedWishLists } from '../stored-wish-lists.ts';

/** Puts the products back that a damaged wish list lost, from their saved offers: only what is on the list has one. */
export function restoreWishes(): void {
  if (storedWishLists.damagedTexts().length === 0) return;
  for (const shop of SHOP_KEYS) {
    const known = new Set(storedWishLists.list(shop));
    const saved = Object.keys(savedOffers.get()[shop] ?? {}).map(Number);
    for (const id of saved) if (!known.has(id)) storedWishLists.put(shop, id);
  }
}

/** Whether what this device watches is known. While it is not, the server's copy of it stays as it is. */
export const areWatchesKnown = (): boolean =>
  savedOffers.damagedTexts().length === 0 && savedOffers.problem() !== 'newer' && storedWishLists.problem() !== 'newer';
