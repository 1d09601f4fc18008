import { useSyncExternalStore } from 'react';
import { MAX_WISH_LIST_ITEMS } from '#contract/limits.ts';
import type { ShopKey } from '#contract/shops.ts';
import { createIdLists } from '#pwa/platform/storage/id-lists.ts';

/** The wish lists of this device, one per shop. */
export const storedWishLists = createIdLists('wish-list', MAX_WISH_LIST_ITEMS, 'wish-list-damaged');

/** Returns the product ids on a shop's wish list, the newest first, live. */
export const useWishListIds = (shop: ShopKey): readonly number[] =>
  useSyncExternalStore(storedWishLists.subscribe, () => storedWishLists.list(shop));
