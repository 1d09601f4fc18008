import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopKey, ShopRow } from '#contract/shops.ts';

/** The shop of PC parts: its categories are the slots. @throws Error when no shop has builds */
export const BUILD_SHOP: ShopRow = findBuildShop();
/** The shop of used parts. */
export const USED_SHOP = CART_SHOP;

/** Shops whose products can be parts. */
export const isPartShop = (key: ShopKey): boolean => key === BUILD_SHOP.key || key === USED_SHOP.key;

function findBuildShop(): ShopRow {
  const shop = SHOP_ROWS.find(({ sidebar }) => sidebar.includes('builds'));
  if (!shop) throw new Error('no shop has builds');
  return shop;
}
