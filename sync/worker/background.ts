/**
 * Code that the first page from the device does not need: the store with Dexie, whole products, the leader and the cache of first screens.
 * One chunk, loaded right after that page, or at once on a first visit.
 */
export { openCatalogStore } from '../catalog/store/open-catalog-store.ts';
export { StoreReaders } from '../catalog/products/store-readers.ts';
export { FirstScreenCache } from '../first-screens/first-screen-cache.ts';
export { LeaderSync } from './leader/leader-sync.ts';
