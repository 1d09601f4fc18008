/**
 * What the first page from the device does without: the store with Dexie, whole products, leading, and what is kept for first screens. One
 * chunk, loaded right after that page, or at once on a first visit.
 */
export { openCatalogStore } from '../catalog/open-catalog-store.ts';
export { ProductReader } from '../catalog/product-reader.ts';
export { FirstScreenKeeper } from './first-screen-keeper.ts';
export { Leading } from './leading.ts';
