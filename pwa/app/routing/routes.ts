import { getShop, SHOPS } from '#contract/shops.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';

export type ShopRow = ShopDefinition & { readonly key: ShopKey };

/** The shops as rows that may differ in every column. */
export const SHOP_ROWS: readonly ShopRow[] = SHOPS.map(({ key }) => getShop(key));

/** What an address leads to: a shop, or what `OtherScreen` makes of it. The shops alone are in the first script. */
export type Route = { readonly screen: 'shop'; readonly shop: ShopRow } | { readonly screen: 'other' };

/** The route of a path; a slash at the end makes no difference. */
export function findRoute(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  const shop = SHOP_ROWS.find((row) => row.path === plain);
  return shop ? { screen: 'shop', shop } : { screen: 'other' };
}
