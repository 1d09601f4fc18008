import { useSyncExternalStore } from 'react';
import { MAX_WISHES } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createIdLists } from '#pwa/platform/id-lists.ts';

/** The wish lists of this device, one a shop. */
export const storedWishes = createIdLists('wish-list', MAX_WISHES);

/** The wishes of a shop, the newest first, live. */
export const useWishes = (shop: ShopKey): readonly number[] =>
  useSyncExternalStore(storedWishes.subscribe, () => storedWishes.list(shop));
