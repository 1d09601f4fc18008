import type { BrowseState } from '../products/browse.ts';
import type { getOverview, WireCard } from '../http/catalog.ts';
import type { EndpointReply } from '../http/endpoint.ts';
import type { ShopSettings } from '../http/shop-settings.ts';
import type { ShopKey } from '../shops.ts';

/** Number of rows of a start screen, and of cards in each row, that are rendered before any script runs. */
export const FIRST_SCREEN_ROWS = 2;
export const FIRST_SCREEN_ROW_CARDS = 8;

/** Content of a start screen before any script runs: all rows by name, the first ones with their first cards. */
export type FirstOverview = Readonly<Omit<EndpointReply<typeof getOverview>, 'categories'>>;

/** One page of a list. */
export interface FirstPage {
  readonly total: number;
  readonly cards: readonly WireCard[];
}

/** Content of a URL: a shop's list and optionally one product above it. */
export interface FirstScreenPlan {
  readonly shop: ShopKey;
  readonly state: BrowseState;
  readonly productId: number | null;
}

/** A position in a shop's feed. Positions of different epochs cannot be compared. */
export interface FeedPosition {
  readonly epoch: string;
  readonly seq: number;
}

/** Whether a position is known to be earlier than another one. */
export const isBefore = (position: FeedPosition | undefined, other: FeedPosition | undefined): boolean =>
  position !== undefined && position.epoch === other?.epoch && position.seq < other.seq;

/** Content that is rendered before any script runs and hydrated by the page: a start screen, a list, or neither yet. */
export interface FirstScreen extends FirstScreenPlan {
  readonly overview?: FirstOverview;
  readonly page?: FirstPage;
  /** The card of the product above the list. */
  readonly product?: WireCard;
  /** The position that the server rendered at, or an earlier one; undefined for content from the device. */
  readonly at?: FeedPosition;
  /** The year in the footer: a document rendered last year must hydrate unchanged. */
  readonly year?: number;
}

/** The built renderer of the server and the service worker. */
export interface FirstScreenRenderer {
  /** Returns the content of a URL; undefined when it is not a shop's. @param query with or without its question mark */
  planFirstScreen(path: string, query: string): FirstScreenPlan | undefined;
  /** Returns the canonical URL of a plan, path and query, for canonical links and the site map. */
  addressOf(plan: FirstScreenPlan): string;
  /** Returns whether a state shows the rows of the start screen, which need an overview instead of a page. */
  isStartScreen(state: BrowseState): boolean;
  /**
   * Renders the document: the template, filled with the shop's settings and the screen. `head` replaces the template's title and
   * description; without it, the title is that of the screen.
   */
  renderDocument(template: string, screen: FirstScreen, head?: string): string;
  /** Returns the document title of a screen. */
  titleOf(screen: FirstScreen): string;
  /** Returns the name of a screen: its product, list or shop. */
  nameOf(screen: FirstScreen): string;
  /** Returns the number of products in words. */
  countOf(total: number): string;
  /**
   * Runs a synchronous function, whose texts are in `language` and name the shop of `settings`. Outside of it, texts are English and name
   * the default shop.
   */
  inLanguage<R>(language: string, settings: ShopSettings, render: () => R): R;
}

/** Name of the cache with the first screen of each list shown on this device. */
export const FIRST_SCREEN_CACHE = 'first-screens';

/** Returns the cache URL of a list's first screen; page and filters are part of it, an open product is not. */
export function firstScreenUrl(shop: ShopKey, state: BrowseState): string {
  const names = (Object.keys(state) as (keyof BrowseState)[]).sort();
  const parts = names.map((name) => `${name}=${encodeURIComponent(String(state[name] ?? '').toWellFormed())}`);
  return `/first-screens/${shop}?${parts.join('&')}`;
}

/** Reduces an overview to what the first screen needs. */
export const toFirstOverview = ({ total, top, rows }: FirstOverview): FirstOverview => ({
  total,
  top: top.slice(0, FIRST_SCREEN_ROW_CARDS),
  rows: rows.map(({ mainCategory, total: rowTotal, cards }, place) => ({
    mainCategory,
    total: rowTotal,
    cards: place < FIRST_SCREEN_ROWS ? cards.slice(0, FIRST_SCREEN_ROW_CARDS) : [],
  })),
});

/** Name of the cache with each shop's last list query: a service worker has no local storage. */
export const LAST_LIST_CACHE = 'last-lists';

/** Returns the cache URL of a shop's last list. */
export const lastListUrl = (shop: ShopKey): string => `/last-lists/${shop}`;
