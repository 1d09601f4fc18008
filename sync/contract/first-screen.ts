import type { BrowseState } from './browse.ts';
import type { WireCard } from './http/catalog.ts';
import type { ShopKey } from './shops.ts';

/** Rows, and cards of each, of a start screen that are drawn before any script runs; the others follow. */
export const FIRST_SCREEN_ROWS = 2;
export const FIRST_SCREEN_ROW_CARDS = 8;

/** What a start screen shows before any script runs: all rows by name, the first ones with their first cards. */
export interface FirstOverview {
  readonly total: number;
  readonly top: readonly WireCard[];
  readonly rows: readonly {
    readonly mainCategory: string;
    readonly total: number;
    readonly cards: readonly WireCard[];
  }[];
}

/** One page of a list. */
export interface FirstPage {
  readonly total: number;
  readonly cards: readonly WireCard[];
}

/** What an address leads to: a shop's list and perhaps one product over it. */
export interface FirstScreenPlan {
  readonly shop: ShopKey;
  readonly state: BrowseState;
  readonly productId: number | null;
}

/** What is drawn before any script runs and what the page starts from: the answer of a start screen, or of a list, or none yet. */
export interface FirstScreen extends FirstScreenPlan {
  readonly overview?: FirstOverview;
  readonly page?: FirstPage;
  /** The card of the product over the list. */
  readonly product?: WireCard;
  /** The year at the foot of the document: one that was made last year must be taken over as it is. */
  readonly year?: number;
}

/** The built renderer, as the server and the service worker use it. */
export interface FirstScreenRenderer {
  /** What an address of the app wants to show; undefined when it is not a shop's. @param query with or without its question mark */
  planFirstScreen(path: string, query: string): FirstScreenPlan | undefined;
  /** The one address of what a plan shows, path and query: for canonical links and the site map. */
  addressOf(plan: FirstScreenPlan): string;
  /** Whether a state shows the rows of the start screen, so that an overview is wanted and no page. */
  isStartScreen(state: BrowseState): boolean;
  /** The whole document. `head` replaces title and description of the template; without it the title is made of the screen. */
  renderDocument(template: string, screen: FirstScreen, head?: string): string;
  /** The title of a screen, as the page shows it. */
  titleOf(screen: FirstScreen): string;
  /** What a screen is called: its product, its list or its shop. */
  nameOf(screen: FirstScreen): string;
}

/** Name of the cache that keeps, for each list that was shown on this device, what its first screen was. */
export const FIRST_SCREEN_CACHE = 'first-screens';

/** Address in that cache of what a list's first screen shows; page and filters are part of it, an open product is not. */
export function firstScreenUrl(shop: ShopKey, state: BrowseState): string {
  const names = (Object.keys(state) as (keyof BrowseState)[]).sort();
  const parts = names.map((name) => `${name}=${encodeURIComponent(String(state[name] ?? '').toWellFormed())}`);
  return `/first-screens/${shop}?${parts.join('&')}`;
}

/** A start screen's answer cut down to what its first screen needs. */
export const toFirstOverview = ({ total, top, rows }: FirstOverview): FirstOverview => ({
  total,
  top: top.slice(0, FIRST_SCREEN_ROW_CARDS),
  rows: rows.map(({ mainCategory, total: rowTotal, cards }, place) => ({
    mainCategory,
    total: rowTotal,
    cards: place < FIRST_SCREEN_ROWS ? cards.slice(0, FIRST_SCREEN_ROW_CARDS) : [],
  })),
});

/** Name of the cache that keeps, for each shop, the query of the list that was looked at last: a service worker has no local storage. */
export const LAST_LIST_CACHE = 'last-lists';

/** Address in that cache. */
export const lastListUrl = (shop: ShopKey): string => `/last-lists/${shop}`;
