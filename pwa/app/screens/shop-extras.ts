/** What a shop shows beside its products once the page rests, in one file. */
export { CloseMatches } from '#pwa/features/catalog/close-matches.tsx';
export { ListTools } from '#pwa/features/catalog/list-tools.tsx';
export { NoteViewed, RecentlyViewed } from '#pwa/features/catalog/recently-viewed.tsx';
