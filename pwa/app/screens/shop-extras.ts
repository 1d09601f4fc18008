/** The parts of a shop that load once the page is idle, in one chunk. */
export { Highlight } from '#pwa/ui/highlight.tsx';
export { ListTools } from '#pwa/features/catalog/filters/list-tools.tsx';
export { RowStart } from '#pwa/features/catalog/list/row-start.tsx';
export { StripMotion } from '#pwa/features/catalog/top-strip/strip-motion.tsx';
export { RecentlyViewed } from '#pwa/features/catalog/list/recently-viewed.tsx';
export { storedRecentlyViewed } from '#pwa/features/catalog/list/stored-recently-viewed.ts';
export { SearchEnd } from './search-end.tsx';
export { ShopScanButton } from '../scanner/shop-scan-button.tsx';
export { CompareToggle } from '#pwa/features/product/compare/compare-toggle.tsx';
