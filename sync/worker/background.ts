import { SnapshotPrefetch } from '../catalog/pull/snapshot-prefetch.ts';
import { findProduct, readDescriptions } from '../catalog/products/product-reader.ts';
import { BarcodeSearch } from '../catalog/search/barcode-search.ts';
import { FirstScreenCache } from '../first-screens/first-screen-cache.ts';
import { createApiClient, isGatewayError } from '../server/api-client.ts';
import { LeaderSync } from './leader/leader-sync.ts';
import { ServerLink } from './server-link.ts';
import type { TabContext } from './tab-context.ts';

/** What a tab does beside the first page from the device. */
export interface Background {
  readonly link: ServerLink;
  readonly prefetch: SnapshotPrefetch;
  readonly leaderSync: LeaderSync;
  readonly firstScreens: FirstScreenCache;
  readonly findProduct: typeof findProduct;
  readonly readDescriptions: typeof readDescriptions;
  readonly barcodes: BarcodeSearch;
}

/**
 * Wires what a tab needs beside that page: calls to the server, the leader, whole products and the cache of first screens. Its module is one
 * chunk, which a visitor without a stored catalogue waits for; the store with Dexie is another, so that the first calls do not wait for it.
 * `follow` reads what another leader has written: a tab that has just lost the lead has ignored its messages.
 */
export function createBackground(tab: TabContext, follow: () => void): Background {
  const { environment, catalogs, board } = tab;
  let answers = 0;
  const client = createApiClient(environment.origin, async (...call) => {
    const response = await environment.fetch(...call);
    if (!isGatewayError(response.status)) answers += 1;
    return response;
  });
  const link = new ServerLink(client);
  const { whenIdle } = link;
  const prefetch = new SnapshotPrefetch(client, whenIdle);
  const firstScreens = new FirstScreenCache({
    store: environment.firstScreens,
    getCatalog: (shop) => catalogs.get(shop),
    mayKeep: () => board.get('default').storage !== 'full',
  });
  const leaderSync = new LeaderSync({
    ...tab,
    client,
    whenIdle,
    prefetch,
    firstScreens,
    countAnswers: () => answers,
    follow,
  });
  const barcodes = new BarcodeSearch();
  return { link, prefetch, leaderSync, firstScreens, findProduct, readDescriptions, barcodes };
}
