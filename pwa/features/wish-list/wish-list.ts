import { useSyncExternalStore } from 'react';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { IdLists } from '#pwa/platform/storage/id-lists.ts';
import { createEmitter } from '#pwa/platform/observable.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { whenIdle } from '#pwa/ui/when-idle.ts';

// The server-rendered first screen has no access to the device, so its buttons are unpressed. A lazy chunk reads the stored lists when the
// page is idle; the buttons have their place from the start.
let lists: IdLists | undefined;
const { emit, subscribe } = createEmitter(() => {
  // This runs whenever the first of the current subscribers arrives, so a chunk that failed to load is requested again then.
  if (!lists) whenIdle(() => load().catch(() => undefined));
});

async function load(): Promise<IdLists> {
  const { storedWishLists } = await import('./stored-wish-lists.ts');
  if (!lists) {
    lists = storedWishLists;
    lists.subscribe(emit);
    emit();
  }
  return lists;
}

/** Adds a product to the wish list or removes it, after loading the list if necessary. */
export async function toggleWishListItem(shop: ShopKey, id: number): Promise<void> {
  const loaded = await load();
  if (loaded.list(shop).includes(id)) return loaded.remove(shop, id);
  loaded.put(shop, id);
  requestPersistentStorage();
}

/** Returns whether a product is on the wish list, live. */
export const useIsInWishList = (shop: ShopKey, id: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => lists?.list(shop).includes(id) ?? false,
    () => false,
  );

const countWishListItems = (): number => SHOP_KEYS.reduce((count, shop) => count + (lists?.list(shop).length ?? 0), 0);

/** Returns the number of wish list items of all shops, live. */
export const useWishListCount = (): number => useSyncExternalStore(subscribe, countWishListItems, () => 0);

/** Returns whether the wish list has anything to show, live: an item, or a notice about a problem with the stored list. */
export const useHasWishList = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () =>
      countWishListItems() > 0 ||
      (lists !== undefined && (lists.problem() !== undefined || lists.damagedTexts().length > 0)),
    () => false,
  );
