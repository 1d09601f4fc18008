import * as Comlink from 'comlink';
import { dropCaches } from '../database/drop-caches.ts';
import { countDataUse } from '../data-use/count-data-use.ts';
import { openFirstReader } from '../catalog/store/first-reader.ts';
import { SyncEngine } from './sync-engine.ts';
import { fetchAsVersion } from '../server/fetch-as-version.ts';
import { openTabChannel } from '../tabs/tab-channel.ts';

declare const __APP_VERSION__: string;

// Comes first: the browser's storage is slow to start, and the first use of `caches` takes some milliseconds.
const readEarly = openFirstReader();

/** What some browsers report of the network; `type` such as `wifi`, `ethernet` or `cellular`. */
interface NetworkHints {
  readonly saveData?: boolean;
  readonly type?: string;
}
/** Types of networks that count as mobile data. */
const SPARED = new Set<string | undefined>(['cellular', 'wimax', 'bluetooth']);
const { connection } = navigator as WorkerNavigator & { connection?: NetworkHints };

// The worker's scripts are counted where they are fetched: in the service worker, or in a page without one.
countDataUse(({ name }) => new URL(name).pathname.startsWith('/api/'));

const engine = new SyncEngine({
  readEarly,
  openStore: async (onOutdated) =>
    (await import('../catalog/store/dexie-catalog-store.ts')).openCatalogStore({ onOutdated }),
  loadServerCalls: () => import('./server-calls.ts'),
  loadBackground: () => import('./background.ts'),
  loadAccount: () => import('../account/account.ts'),
  loadCloseMatches: () => import('../catalog/search/close-matches.ts'),
  loadFactSearch: () => import('../catalog/search/fact-search.ts'),
  loadSameProducts: () => import('../catalog/search/same-products.ts'),
  loadProductFigures: () => import('../catalog/query/product-figures.ts'),
  channel: openTabChannel('hexlime'),
  locks: navigator.locks,
  origin: self.location.origin,
  fetch: fetchAsVersion(__APP_VERSION__),
  connect: (url) => new WebSocket(url),
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  random: Math.random,
  dropCaches,
  savesData: connection?.saveData ?? false,
  // The visitor's choice is in a storage that only pages can read.
  detailChoice: 'open',
  // Any network counts as Wi-Fi where the browser does not report it.
  isMobileData: () => connection?.saveData === true || SPARED.has(connection?.type),
});

Comlink.expose(engine);
