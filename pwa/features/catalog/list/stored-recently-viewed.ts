import { MAX_RECENTLY_VIEWED } from '#contract/limits.ts';
import { createIdLists } from '#pwa/platform/storage/id-lists.ts';

/** The ids of the products viewed on this device, by shop, the latest first. */
export const storedRecentlyViewed = createIdLists('recently-viewed', MAX_RECENTLY_VIEWED);
