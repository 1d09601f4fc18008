import { useSyncExternalStore } from 'react';
import { MAX_RECENTLY_VIEWED } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createIdLists } from '#pwa/platform/storage/id-lists.ts';

/** The products that were looked at on this device, by shop, the last one first. */
export const storedRecentlyViewed = createIdLists('recently-viewed', MAX_RECENTLY_VIEWED);

export const useRecentlyViewed = (shop: ShopKey): readonly number[] =>
  useSyncExternalStore(storedRecentlyViewed.subscribe, () => storedRecentlyViewed.list(shop));
