import { ProductReader } from '../catalog/products/product-reader.ts';
import { BarcodeSearch } from '../catalog/search/barcode-search.ts';
import { FirstScreenCache } from '../first-screens/first-screen-cache.ts';
import { createApiClient } from '../server/api-client.ts';
import type { LeaderContext } from './leader/leader-context.ts';
import { LeaderSync } from './leader/leader-sync.ts';
import { ServerLink } from './server-link.ts';

export type BackgroundContext = Omit<LeaderContext, 'link' | 'firstScreens'>;

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
 */
export function createBackground(context: BackgroundContext): Background {
  const { environment, catalogs, board } = context;
  const link = new ServerLink(createApiClient(environment.origin, environment.fetch));
  const firstScreens = new FirstScreenCache({
    store: environment.firstScreens,
    getCatalog: (shop) => catalogs.get(shop),
    mayKeep: () => board.get('default').storage !== 'full',
  });
  const leaderSync = new LeaderSync({ ...context, link, firstScreens });
  return { link, leaderSync, firstScreens, products: new ProductReader(), barcodes: new BarcodeSearch() };
}
