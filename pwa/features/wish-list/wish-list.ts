import { useSyncExternalStore } from 'react';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { IdLists } from '#pwa/platform/storage/id-lists.ts';
import { createEmitter } from '#pwa/platform/observable.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { whenIdle } from '#pwa/ui/when-idle.ts';

// What is drawn before any script runs knows nothing of the device. So no heart is pressed there, and what is stored is read by a file of
// its own once the page rests: every heart has its place from the start.
let wishes: IdLists | undefined;
const { emit, subscribe } = createEmitter(() => {
  // Without network before the first visit is complete, the next first subscriber tries again.
  if (!wishes) whenIdle(() => load().catch(() => undefined));
});

async function load(): Promise<IdLists> {
  const { storedWishLists } = await import('./stored-wish-lists.ts');
  if (!wishes) {
    wishes = storedWishLists;
    wishes.subscribe(emit);
    emit();
  }
  return wishes;
}

/** Puts a product on the wish list, or takes it off. A press before the list has been read waits for it. */
export async function toggleWishListItem(shop: ShopKey, id: number): Promise<void> {
  const list = await load();
  if (list.list(shop).includes(id)) return list.remove(shop, id);
  list.put(shop, id);
  requestPersistentStorage();
}

/** Whether a product is wished for, live. */
export const useIsInWishList = (shop: ShopKey, id: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wishes?.list(shop).includes(id) ?? false,
    () => false,
  );

const countWishListItems = (): number => SHOP_KEYS.reduce((count, shop) => count + (wishes?.list(shop).length ?? 0), 0);

/** Wishes of all shops, live. */
export const useWishListCount = (): number => useSyncExternalStore(subscribe, countWishListItems, () => 0);
