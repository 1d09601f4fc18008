import type { ShopKey } from '#contract/shops.ts';
import type { CatalogStore, StoredShop } from '../catalog/store/catalog-store.ts';
import type * as AccountModule from '../account/account.ts';
import type { UserDatabaseOptions } from '../database/user-database.ts';
import type * as BackgroundModule from './background.ts';
import type { LoadCloseMatches } from './close-match-search.ts';
import type { FirstScreenStore } from './first-screen-store.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type * as ServerLinkModule from './server-link.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';

/** The world, as parameters: a test can hold each of them still. */
export interface EngineDependencies {
  /** Reads a shop before the store's code is there; null when the device has nothing of it, undefined when the store must be asked. */
  readonly readEarly: (shop: ShopKey) => Promise<StoredShop | null | undefined>;
  /** Opens the device's store; `onOutdated` is called when a newer version takes it over. */
  readonly openStore: (onOutdated: () => void) => Promise<CatalogStore>;
  /** Code that the first page from the device does without, in chunks of its own. */
  readonly loadBackground: () => Promise<typeof BackgroundModule>;
  readonly loadServer: () => Promise<typeof ServerLinkModule>;
  readonly loadAccount: () => Promise<typeof AccountModule>;
  readonly loadCloseMatches: LoadCloseMatches;
  /** Where users' databases are, when not in the browser's own storage under their own names. */
  readonly userDatabases?: UserDatabaseOptions;
  readonly channel: TabChannel;
  /** Missing on pages that are not served securely. */
  readonly locks: LockRequester | undefined;
  /** Where the server is, such as `https://shop.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly connect: (url: string) => WebSocket;
  /** Wall time in ms, for what people read. */
  readonly now: () => number;
  /** Time in ms that no clock setting moves, for what waits. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
  /** Deletes the pictures that the service worker keeps; false when there are none. */
  readonly dropImages: () => Promise<boolean>;
  /** Keeps what first screens show, for the service worker to draw them from. */
  readonly firstScreens: FirstScreenStore;
  /** The visitor saves data: only opened shops are fetched. */
  readonly savesData: boolean;
}
