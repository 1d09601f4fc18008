import { useSyncExternalStore } from 'react';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { IdLists } from '#pwa/platform/id-lists.ts';
import { keepStorage } from '#pwa/platform/keep-storage.ts';
import { whenIdle } from '#pwa/ui/when-idle.ts';

// What is drawn before any script runs knows nothing of the device. So no heart is pressed there, and what is stored is read by a file of
// its own once the page rests: every heart has its place from the start.
let wishes: IdLists | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

async function load(): Promise<IdLists> {
  const { storedWishes } = await import('./stored-wishes.ts');
  if (!wishes) {
    wishes = storedWishes;
    wishes.subscribe(tell);
    tell();
  }
  return wishes;
}

function subscribe(listener: () => void): () => void {
  // Without network before the first visit is complete, the next subscriber tries again.
  if (!wishes && listeners.size === 0) whenIdle(() => load().catch(() => undefined));
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a product on the wish list, or takes it off. A press before the list has been read waits for it. */
export async function toggleWish(shop: ShopKey, id: number): Promise<void> {
  const list = await load();
  if (list.list(shop).includes(id)) return list.remove(shop, id);
  list.put(shop, id);
  keepStorage();
}

/** Whether a product is wished for, live. */
export const useIsWished = (shop: ShopKey, id: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => wishes?.list(shop).includes(id) ?? false,
    () => false,
  );

const countWishes = (): number => SHOP_KEYS.reduce((count, shop) => count + (wishes?.list(shop).length ?? 0), 0);

/** Wishes of all shops, live. */
export const useWishCount = (): number => useSyncExternalStore(subscribe, countWishes, () => 0);
