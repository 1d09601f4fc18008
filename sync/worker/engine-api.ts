import type { AccountApi } from '../account/account-api.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { Product } from '#contract/product.ts';
import type { ConditionKey } from '#contract/conditions.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';

/** A card as the page draws it, with its view count. */
export type { WireCard } from '#contract/http/catalog.ts';

/** One page of a category, a search or all products. */
export interface CatalogPage {
  /** Products that match, on all pages. */
  readonly total: number;
  readonly cards: readonly WireCard[];
  /** `server` while the catalogue is not on the device yet. */
  readonly source: 'device' | 'server';
}

/** One row of the start screen. */
export interface CatalogRow {
  readonly mainCategory: string;
  /** Products that its list has in the same order: an open-box price sort leaves out what has no price. */
  readonly total: number;
  readonly cards: readonly WireCard[];
}

export interface CategoryCount {
  readonly mainCategory: string;
  readonly total: number;
  readonly categories: readonly SubcategoryCount[];
}

export interface SubcategoryCount {
  readonly category: string;
  readonly total: number;
  /** Sums over its products in cents; 0 where a kind of offer has no such price. */
  readonly price_sum_cents: number;
  readonly typical_price_sum_cents: number;
}

export interface CatalogOverview {
  readonly total: number;
  /** The most viewed products of a shop that has a strip of them, else none. */
  readonly top: readonly WireCard[];
  readonly rows: readonly CatalogRow[];
  readonly categories: readonly CategoryCount[];
  readonly source: 'device' | 'server';
}

/** How many products each choice of a filter would leave. A filter's own choice does not count for its own numbers. */
export interface Facets {
  /** Lowest and highest price in cents; null when no product has one. */
  readonly price: { readonly lowest: number; readonly highest: number } | null;
  /** Products with at least as many stars as the place says, from 0 to 5; all 0 where a kind of offer has no rating. */
  readonly rates: readonly number[];
  readonly inStock: number;
  /** Products in stock in each condition; all 0 where a kind of offer has none. */
  readonly conditions: Readonly<Record<ConditionKey, number>>;
}

/** Why the last attempt to reach the server failed; null when it did not. */
export type SyncProblem =
  /** No network, or the server does not answer. */
  | 'unreachable'
  /** Something answers that is not our server: a captive portal, a broken proxy. */
  | 'foreign-reply'
  /** The server refuses or fails. */
  | 'server-error'
  /** The server was put back to a version that is older than this page: it can be read, and what is written waits on the device. */
  | 'older-server'
  /** The server's database takes no writes: the shop can be read, and what is written waits on the device. */
  | 'read-only'
  /** The browser's storage fails, or the engine itself does. */
  | 'device-error';

/** Where the device's storage stands. */
export type StorageState =
  /** IndexedDB works. */
  | 'device'
  /** IndexedDB is missing, broken or held by another version: everything lives until the tab closes. */
  | 'memory'
  /** The quota is used up: cards are kept, details may come from the network. */
  | 'full'
  /** A newer version in another tab has taken over the database: this tab works on from memory until it is reloaded. */
  | 'outdated';

/** What the page shows of synchronisation in one shop. */
export interface SyncStatus {
  readonly shop: ShopKey;
  /** `empty`: nothing on the device; `loading`: cards arrive; `ready`: every list, search and sort works from the device. */
  readonly catalogue: 'empty' | 'loading' | 'ready';
  /** All descriptions are on the device, too. */
  readonly hasDetails: boolean;
  /** Bytes of the running snapshot that have arrived, and of all its blocks; 0 of 0 when none runs. */
  readonly receivedBytes: number;
  readonly totalBytes: number;
  readonly isPulling: boolean;
  /** Device time of the last pull that reached the server, in ms; null if there was none. */
  readonly lastPulledAtMs: number | null;
  readonly problem: SyncProblem | null;
  /** Rows put aside because they could not be read. */
  readonly quarantinedRows: number;
  readonly storage: StorageState;
  /** Whether this tab is the one that syncs. */
  readonly isLeader: boolean;
  /** Whether the leading tab's realtime socket is open. */
  readonly isLive: boolean;
}

/** What the engine tells the page without being asked. */
export type EngineEvent =
  /** Rows of a shop changed: ask again for what is on the screen. */
  | { readonly type: 'catalog-changed'; readonly shop: ShopKey }
  | { readonly type: 'status'; readonly status: SyncStatus }
  /** Another member of one of the user's chats types, or has stopped. */
  | { readonly type: 'typing'; readonly chatId: string; readonly userId: string; readonly isTyping: boolean };

/** The engine as the page sees it, over Comlink. Every method may be called before the catalogue is there. */
export interface EngineApi {
  /** Calls for the signed-in user. */
  readonly account: AccountApi;
  /** Starts following a shop; its catalogue is fetched before that of the others. */
  openShop(shop: ShopKey): Promise<SyncStatus>;
  /** One page for a browse state; a page beyond the last one has no cards. @throws Error when neither the device nor the server can answer */
  browse(shop: ShopKey, state: BrowseState): Promise<CatalogPage>;
  /** Rows per main category (empty ones left out), each in the order of the sort, and all categories with counts. @throws Error as `browse` */
  overview(shop: ShopKey, sort: SortKey | null): Promise<CatalogOverview>;
  /** What the filters would leave of a list; undefined until the catalogue is on the device. */
  facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined>;
  /** Products whose titles are close to the search but do not hold it, the closest first; none until the catalogue is on the device. */
  closeMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]>;
  /** Those of the products that the device has, in the order of the ids. */
  cards(shop: ShopKey, ids: readonly number[]): Promise<readonly WireCard[]>;
  /** A whole product; undefined when it does not exist. @throws Error when its details are not on the device and the server cannot be reached */
  product(shop: ShopKey, id: number): Promise<Product | undefined>;
  /** The card of a product if the device has it: enough for a first look at once. */
  card(shop: ShopKey, id: number): Promise<WireCard | undefined>;
  /** Counts a view of a product: once per product and half hour, kept until there is network. */
  recordView(shop: ShopKey, id: number): Promise<void>;
  /** Pulls now, as after 'online' or a tap on 'try again'. */
  refresh(): Promise<void>;
  /** The page says whether it is visible; a hidden tab does not take over and polls less. */
  setVisible(isVisible: boolean): Promise<void>;
  /** Calls back for every event, for as long as the page lives. */
  subscribe(listener: (event: EngineEvent) => void): Promise<void>;
}
