import { MAX_COMPARED_PRODUCTS } from '#contract/limits.ts';
import { COMPARE_PATH } from '#contract/screens/screens.ts';
import { isShopKey } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { parseProductId } from '#contract/products/parse-product-id.ts';

const SHOP = 'shop';
const PRODUCTS = 'products';

/** The products that a link compares. */
export interface ComparedProducts {
  /** Undefined when the link names no shop of the store. */
  readonly shop: ShopKey | undefined;
  readonly ids: readonly number[];
  /** Products beyond the limit, which are left out. */
  readonly leftOut: number;
  /** Parts of the link that are no product ids. */
  readonly unreadable: number;
}

/** Returns the shareable URL of a comparison. */
export const compareUrl = (shop: ShopKey, ids: readonly number[]): string =>
  `${COMPARE_PATH}?${SHOP}=${shop}&${PRODUCTS}=${ids.join(',')}`;

/** Reads the query of a comparison's URL; each product counts once. */
export function readCompareQuery(search: string): ComparedProducts {
  const parameters = new URLSearchParams(search);
  const shop = parameters.get(SHOP);
  const parts = (parameters.get(PRODUCTS) ?? '').split(',').filter((part) => part.trim() !== '');
  const parsed = parts.map((part) => parseProductId(part.trim()));
  const ids = [...new Set(parsed.filter((id) => id !== null))];
  return {
    shop: isShopKey(shop) ? shop : undefined,
    ids: ids.slice(0, MAX_COMPARED_PRODUCTS),
    leftOut: Math.max(0, ids.length - MAX_COMPARED_PRODUCTS),
    unreadable: parsed.filter((id) => id === null).length,
  };
}
