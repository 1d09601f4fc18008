/** What a shop shows beside its products once the page rests, in one file. */
export { CloseMatches } from '#pwa/features/catalog/list/close-matches.tsx';
export { ListTools } from '#pwa/features/catalog/filters/list-tools.tsx';
export { RecordRecentlyViewed, RecentlyViewed } from '#pwa/features/catalog/list/recently-viewed.tsx';
