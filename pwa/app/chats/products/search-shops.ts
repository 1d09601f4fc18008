import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopKey, ShopRow } from '#contract/shops.ts';
import type { CatalogApi, WireCard } from '#sync/api/engine-api.ts';

/** Maximum rows of each shop, so that a list of all shops stays short enough to scan. */
export const MAX_ROWS_PER_SHOP = 8;

/** Products of a shop, and how many match in all; 0 for similar or recently viewed products, which are not counted. */
export interface ShopHits {
  readonly shop: ShopRow;
  readonly cards: readonly WireCard[];
  readonly total: number;
}

/** The result of a search in all shops. */
export interface ShopsSearch {
  /** `recent`: without a search, the products viewed on this device; `close`: nothing contains the search, these are similar. */
  readonly kind: 'recent' | 'found' | 'close';
  readonly hits: readonly ShopHits[];
  /** A shop could not be searched, or not completely. */
  readonly isUnsure: boolean;
}

/** All shops, the one with chats first. */
const SHOPS_IN_ORDER: readonly ShopRow[] = [CART_SHOP, ...SHOP_ROWS.filter((shop) => shop !== CART_SHOP)];

/** Searches all shops. @throws Error when none of them can answer */
export async function searchShops(
  catalog: Pick<CatalogApi, 'browse' | 'closeMatches'>,
  search: string,
): Promise<ShopsSearch> {
  const state = { ...EMPTY_BROWSE_STATE, search };
  const answers = await Promise.allSettled(SHOPS_IN_ORDER.map(({ key }) => catalog.browse(key, state)));
  if (answers.every(({ status }) => status === 'rejected')) throw new Error('no shop can be searched');
  const isUnsure = answers.some((answer) => answer.status === 'rejected' || answer.value.isPartial === true);
  const pages = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : NO_PAGE));
  const hits = listHits(pages.map(({ cards, total }) => ({ cards, total })));
  if (hits.length > 0) return { kind: 'found', hits, isUnsure };
  const close = await Promise.all(
    SHOPS_IN_ORDER.map(({ key }) => catalog.closeMatches(key, state).catch(() => NO_PAGE.cards)),
  );
  return { kind: 'close', hits: listHits(close.map((cards) => ({ cards, total: 0 }))), isUnsure };
}

/** Reads the products that were viewed on this device, by shop. */
export async function readRecent(
  catalog: Pick<CatalogApi, 'cards'>,
  list: (shop: ShopKey) => readonly number[],
): Promise<ShopsSearch> {
  const found = await Promise.all(
    SHOPS_IN_ORDER.map(({ key }) => catalog.cards(key, list(key).slice(0, MAX_ROWS_PER_SHOP))),
  );
  return { kind: 'recent', hits: listHits(found.map((cards) => ({ cards, total: 0 }))), isUnsure: false };
}

const NO_PAGE: Pick<ShopHits, 'cards' | 'total'> = { cards: [], total: 0 };

const listHits = (pages: readonly Pick<ShopHits, 'cards' | 'total'>[]): readonly ShopHits[] =>
  SHOPS_IN_ORDER.flatMap((shop, index) => {
    const { cards, total } = pages[index] ?? NO_PAGE;
    return cards.length > 0 ? [{ shop, cards: cards.slice(0, MAX_ROWS_PER_SHOP), total }] : [];
  });
