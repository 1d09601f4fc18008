import { useSyncExternalStore } from 'react';
import { MAX_RECENTLY_VIEWED } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createIdLists } from '#pwa/platform/id-lists.ts';

/** The products that were looked at on this device, by shop, the last one first. */
export const storedRecent = createIdLists('recently-viewed', MAX_RECENTLY_VIEWED);

export const useRecent = (shop: ShopKey): readonly number[] =>
  useSyncExternalStore(storedRecent.subscribe, () => storedRecent.list(shop));
