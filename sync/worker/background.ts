import { ProductReader } from '../catalog/products/product-reader.ts';
import { BarcodeSearch } from '../catalog/search/barcode-search.ts';
import { FirstScreenCache } from '../first-screens/first-screen-cache.ts';
import { createApiClient } from '../server/api-client.ts';
import { LeaderSync } from './leader/leader-sync.ts';
import { ServerLink } from './server-link.ts';
import type { TabContext } from './tab-context.ts';

/** What a tab does beside the first page from the device. */
export interface Background {
  readonly link: ServerLink;
  readonly leaderSync: LeaderSync;
  readonly firstScreens: FirstScreenCache;
  readonly products: ProductReader;
  readonly barcodes: BarcodeSearch;
}

/**
 * Wires what a tab needs beside that page: calls to the server, the leader, whole products and the cache of first screens. Its module is one
 * chunk, which a visitor without a stored catalogue waits for; the store with Dexie is another, so that the first calls do not wait for it.
 * `follow` reads what another leader has written: a tab that has just lost the lead has ignored its messages.
 */
export function createBackground(tab: TabContext, follow: () => void): Background {
  const { environment, catalogs, board } = tab;
  const link = new ServerLink(createApiClient(environment.origin, environment.fetch));
  const firstScreens = new FirstScreenCache({
    store: environment.firstScreens,
    getCatalog: (shop) => catalogs.get(shop),
    mayKeep: () => board.get('default').storage !== 'full',
  });
  const leaderSync = new LeaderSync({ ...tab, link, firstScreens, follow });
  return { link, leaderSync, firstScreens, products: new ProductReader(), barcodes: new BarcodeSearch() };
}
