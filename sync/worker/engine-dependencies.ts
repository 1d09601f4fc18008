import type * as AccountModule from '../account/account.ts';
import type { UserDatabaseOptions } from '../account/store/user-database.ts';
import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import type { PullLimits } from '../catalog/pull/pull-context.ts';
import type * as ProductFiguresModule from '../catalog/query/product-figures.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';
import type { ReadFirst } from '../catalog/store/first-reader.ts';
import type { FirstScreenStore } from '../first-screens/first-screen-cache.ts';
import type { Clocks } from '../server/clocks.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';
import type * as CloseMatchesModule from '../catalog/search/close-matches.ts';
import type * as SameProductsModule from '../catalog/search/same-products.ts';
import type * as FactSearchModule from '../catalog/search/fact-search.ts';
import type * as BackgroundModule from './background.ts';
import type * as ServerCallsModule from './server-calls.ts';

/** What a tab's engine gets from outside, so that tests can replace it: the browser's interfaces, databases, and code in separate chunks. */
export interface EngineDependencies extends Clocks {
  readonly channel: TabChannel;
  /** Missing on insecure pages. */
  readonly locks: LockRequester | undefined;
  /** The server's origin, such as `https://shop.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly connect: (url: string) => WebSocket;
  /** Frees space by dropping what can be fetched again; returns false if there was nothing. */
  readonly dropCaches: () => Promise<boolean>;
  /** Where first screens are stored for the service worker to draw, if not in the browser's Cache Storage. */
  readonly firstScreens?: FirstScreenStore;
  /** Defaults to the limits of the real app. */
  readonly pullLimits?: PullLimits;
  /** The visitor saves data: only opened shops are fetched. */
  readonly savesData: boolean;
  /** When descriptions are downloaded ahead; applies until the page names the visitor's choice. */
  readonly detailChoice?: DetailChoice;
  /** Whether the present network counts as mobile data: with the choice `wifi`, descriptions are not downloaded ahead on it. */
  readonly isMobileData?: () => boolean;

  /** Reads a shop before the store's code is loaded. */
  readonly readEarly: ReadFirst;
  /** Opens the device's store; `onOutdated` is called when a newer version takes it over. */
  readonly openStore: (onOutdated: () => void) => Promise<CatalogStore>;
  /** Code that the first page from the device does not need. */
  readonly loadServerCalls: () => Promise<typeof ServerCallsModule>;
  readonly loadBackground: () => Promise<typeof BackgroundModule>;
  readonly loadAccount: () => Promise<typeof AccountModule>;
  readonly loadCloseMatches: () => Promise<Pick<typeof CloseMatchesModule, 'CloseMatches'>>;
  readonly loadSameProducts: () => Promise<Pick<typeof SameProductsModule, 'findSameProduct'>>;
  readonly loadFactSearch: () => Promise<Pick<typeof FactSearchModule, 'FactSearch'>>;
  readonly loadProductFigures: () => Promise<Pick<typeof ProductFiguresModule, 'findProductFigures'>>;
  /** Where users' databases are, if not in the browser's storage under their own names. */
  readonly userDatabases?: UserDatabaseOptions;
}
