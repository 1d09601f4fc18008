import type { AccountApi } from './account-api.ts';
import type { getOverview, WireCard } from '#contract/http/catalog.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { FeedPosition } from '#contract/screens/first-screen.ts';
import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import type { Product } from '#contract/products/product.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Fact } from '#contract/text/read-facts.ts';
import type { SyncProblem } from './sync-problem.ts';

/** A card as the page draws it, with its view count. */
export type { WireCard } from '#contract/http/catalog.ts';

/** One page of a category, a search or all products. */
export interface CatalogPage {
  readonly total: number;
  readonly cards: readonly WireCard[];
  /** `server` while the catalogue is not on the device yet. */
  readonly source: 'device' | 'server';
  /** The feed position of the data shown, or an earlier position. */
  readonly at?: FeedPosition | undefined;
  /** Whether products may be missing: the device lacks some, or lacks barcodes that the search needs, and the server cannot be reached. */
  readonly isPartial?: boolean;
}

type Overview = EndpointReply<typeof getOverview>;

/** A row of the start screen. If an open-box shop is sorted by price, the row's total omits products without a price, as its list does. */
export type CatalogRow = Readonly<Overview['rows'][number]>;
export type CategoryCount = Readonly<Overview['categories'][number]>;
export type SubcategoryCount = Readonly<CategoryCount['categories'][number]>;

/** The start screen of a shop. */
export interface CatalogOverview extends Readonly<Overview> {
  readonly source: 'device' | 'server';
  /** The feed position of the data shown, or an earlier position. */
  readonly at?: FeedPosition | undefined;
}

/** Number of products that each choice of a filter would leave, ignoring the filter's own current choice. */
export interface Facets {
  /** Lowest and highest price in cents; null when no product has one. */
  readonly price: { readonly lowest: number; readonly highest: number } | null;
  /** Products with at least as many stars as the index, from 0 to 5; all 0 for kinds of offer without a rating. */
  readonly rates: readonly number[];
  readonly inStock: number;
  /** Products in stock in each condition; all 0 for kinds of offer without conditions. */
  readonly conditions: Readonly<Record<ConditionKey, number>>;
}

/** A product in a list of figures. */
export interface FigureRow {
  readonly id: number;
  readonly title: string;
  readonly views: number;
  /** Units in stock, over all conditions; null in shops without stock. */
  readonly units: number | null;
}

/** The first rows of a list, and how many it has. */
export interface FigureList {
  readonly total: number;
  readonly rows: readonly FigureRow[];
}

/** A shop's products that an administrator has to look at. Lists have at most `MAX_INSIGHT_ROWS` rows. */
export interface ProductFigures {
  readonly products: number;
  /** Products that were viewed, the most viewed first. */
  readonly mostViewed: FigureList;
  /** Viewed products that were never sold; null in shops without orders. */
  readonly unsold: FigureList | null;
  /** Products with `LOW_STOCK_UNITS` or fewer units, but at least one; null in shops without stock. */
  readonly lowStock: FigureList | null;
  readonly outOfStock: number;
}

/** State of the device's storage. */
export type StorageState =
  /** IndexedDB works. */
  | 'device'
  /** IndexedDB is missing, broken or held by another version: data lives until the tab closes. */
  | 'memory'
  /** The quota is used up: `isKept` and `hasDetails` say which parts of a shop are stored nevertheless. */
  | 'full'
  /** A newer version in another tab has taken over the database: this tab works from memory until it is reloaded. */
  | 'outdated';

/** Synchronization of one shop, as shown on the page. */
export interface SyncStatus {
  readonly shop: ShopKey;
  /**
   * `empty`: no snapshot yet; `loading`: the changes since are fetched; `partial`: missing cards are fetched, and the device answers lists of
   * which it has all cards; `ready`: the device answers every list.
   */
  readonly catalogue: 'empty' | 'loading' | 'partial' | 'ready';
  /** All descriptions are on the device as well. */
  readonly hasDetails: boolean;
  /** The products are stored on the device: they are there offline, even after this tab is closed. */
  readonly isKept: boolean;
  /** Received and total bytes of the snapshot in flight; 0 of 0 if there is none. */
  readonly receivedBytes: number;
  readonly totalBytes: number;
  readonly isPulling: boolean;
  /** Device time of the last pull that reached the server, in ms; null if there was none. */
  readonly lastPulledAtMs: number | null;
  readonly problem: SyncProblem | null;
  /** Rows in quarantine because they could not be read. */
  readonly quarantinedRows: number;
  readonly storage: StorageState;
  /** Whether this tab leads. */
  readonly isLeader: boolean;
  /** Whether the leader's realtime socket is open. */
  readonly isLive: boolean;
}

/** The same product in another shop. */
export interface SameProduct {
  readonly shop: ShopKey;
  readonly card: WireCard;
}

/** A product whose description states a fact that a search asks for. */
export interface FactMatch {
  readonly card: WireCard;
  readonly fact: Fact;
}

/** The first products that a search finds by the facts of their descriptions, and how many there are. */
export interface FactMatches {
  readonly total: number;
  readonly matches: readonly FactMatch[];
}

/** An event that the engine sends to the page. */
export type EngineEvent =
  /** Rows of a shop changed: the page should repeat its queries. */
  | { readonly type: 'catalog-changed'; readonly shop: ShopKey }
  | { readonly type: 'status'; readonly status: SyncStatus }
  /** Another member of one of the user's chats types, or has stopped. */
  | { readonly type: 'typing'; readonly chatId: string; readonly userId: string; readonly isTyping: boolean };

/** Queries about a shop's catalogue. */
export interface CatalogApi {
  /** One page for a browse state; a page beyond the last one has no cards. @throws Error when neither the device nor the server can answer */
  browse(shop: ShopKey, state: BrowseState): Promise<CatalogPage>;
  /**
   * As `browse`, for the list on the screen: it is stored as a first screen, and its category is downloaded first. Undefined if the page shows
   * the server's answer already (`isShown`) and the device has none yet. @throws Error as `browse`
   */
  show(shop: ShopKey, state: BrowseState, isShown?: boolean): Promise<CatalogPage | undefined>;
  /** Rows per main category, and all categories with counts. @throws Error as `browse` */
  overview(shop: ShopKey): Promise<CatalogOverview>;
  /** The highest id that this device knows of a shop's products; 0 before the catalogue is on it. */
  highestId(shop: ShopKey): Promise<number>;
  /** Counts for the filters of a list; undefined until the catalogue is on the device. */
  facets(shop: ShopKey, state: BrowseState): Promise<Facets | undefined>;
  /** Products whose titles are close to the search without containing it, the closest first; none until the catalogue is on the device. */
  closeMatches(shop: ShopKey, state: BrowseState): Promise<readonly WireCard[]>;
  /**
   * Returns the first `limit` products that the search finds by facts in their descriptions but not by title. The best matches come first,
   * unless the state has another order; products that are sold out or have no price come last. Returns no products if descriptions are not
   * on the device; undefined if this tab has started a newer search of the shop.
   */
  factMatches(shop: ShopKey, state: BrowseState, limit: number): Promise<FactMatches | undefined>;
  /**
   * Finds the same product in another shop: a new one for a used one, or a used one for a new one. Returns the cheapest that is surely the
   * same, in stock and priced; undefined if there is none, or while the other shops are not on the device. `barcode`: the product's, or
   * empty if none is known.
   */
  sameProduct(shop: ShopKey, id: number, barcode: string): Promise<SameProduct | undefined>;
  /** Figures of the shop's products; undefined until the catalogue is on the device. `soldIds`: products that were sold. */
  productFigures(shop: ShopKey, soldIds: readonly number[]): Promise<ProductFigures | undefined>;
  /** The products on the device among the ids, in the order of the ids. */
  cards(shop: ShopKey, ids: readonly number[]): Promise<readonly WireCard[]>;
  /** A whole product; undefined when it does not exist. @throws Error when its details are not on the device and the server cannot be reached */
  product(shop: ShopKey, id: number): Promise<Product | undefined>;
  /** The card of a product if it is on the device: enough to show something at once. */
  card(shop: ShopKey, id: number): Promise<WireCard | undefined>;
}

/** The engine as the page calls it, over Comlink. Every method may be called before the catalogue is on the device. */
export interface EngineApi {
  readonly catalog: CatalogApi;
  /** Calls for the signed-in user. */
  readonly account: AccountApi;
  /** Opens a shop; its catalogue is fetched before the others. */
  openShop(shop: ShopKey): Promise<SyncStatus>;
  /** Counts a view of a product, at most once per product and half hour in this tab; queued without network. */
  recordView(shop: ShopKey, id: number): Promise<void>;
  /** Fetches the shop's settings from the server. @throws Error when the server cannot be reached */
  shopSettings(): Promise<ShopSettings>;
  /** Pulls now, as after 'online' or a tap on 'try again'. */
  refresh(): Promise<void>;
  /** Sets when descriptions are downloaded ahead; `always` until it is set. */
  chooseDetails(choice: DetailChoice): Promise<void>;
  /** Reports the page's visibility; a hidden tab does not take over and polls less often. */
  setVisible(isVisible: boolean): Promise<void>;
  /** Calls back for every event while the page lives. */
  subscribe(listener: (event: EngineEvent) => void): Promise<void>;
}
