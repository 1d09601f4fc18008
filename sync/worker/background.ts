import { findProduct, readDescriptions } from '../catalog/products/product-reader.ts';
import { BarcodeSearch } from '../catalog/search/barcode-search.ts';
import { FirstScreenCache, openFirstScreenStore } from '../first-screens/first-screen-cache.ts';
import { LeaderSync } from './leader/leader-sync.ts';
import type { ServerCalls } from './server-calls.ts';
import type { TabContext } from './tab-context.ts';

/** What a tab does beside the first page from the device. */
export type Background = ReturnType<typeof createBackground>;

/**
 * Wires what a tab needs beside the first page and the calls to the server: the leader, whole products and the cache of first screens. All of it
 * works with the store, whose code with Dexie is loaded in parallel. `follow` reads what another leader has written: it is called when this
 * tab has lost the lead, because a leading tab ignores the messages about such writes.
 */
export function createBackground(tab: TabContext, calls: ServerCalls, follow: () => void) {
  const { environment, catalogs, board } = tab;
  const { client, link, prefetch, countAnswers } = calls;
  const firstScreens = new FirstScreenCache({
    store: environment.firstScreens ?? openFirstScreenStore(),
    getCatalog: (shop) => catalogs.get(shop),
    mayKeep: () => board.get('default').storage !== 'full',
  });
  const leaderSync = new LeaderSync({
    ...tab,
    client,
    whenIdle: link.whenIdle,
    prefetch,
    firstScreens,
    countAnswers,
    follow,
  });
  return { leaderSync, firstScreens, findProduct, readDescriptions, barcodes: new BarcodeSearch() };
}
