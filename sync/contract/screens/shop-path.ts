import { SHOP_ROWS } from '../shops.ts';
import type { ShopRow } from '../shops.ts';

// In a file of their own, because the page's first script needs these and nothing of the other screens.

export const PRIVACY_PATH = '/privacy';

/** Removes slashes at the end of a path: they make no difference. */
export const plainPath = (path: string): string => path.replace(/\/+$/, '') || '/';

/** Finds the shop of a path; undefined for any other screen. */
export const findShopByPath = (path: string): ShopRow | undefined =>
  SHOP_ROWS.find((row) => row.path === plainPath(path));
