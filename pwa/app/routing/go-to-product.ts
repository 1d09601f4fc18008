import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { OVER_LIST } from './over-list.ts';
import { findProductId, productUrl } from './product-url.ts';
import { readLastList } from './router.ts';
import type { ShopRow } from '#contract/shops.ts';

/** Opens a product over the list on the screen or, for another shop, over that shop's last list. Does nothing if it is open already. */
export function goToProduct(shop: ShopRow, id: number): void {
  const isHere = location.pathname === shop.path;
  if (isHere && findProductId(location.search) === id) return;
  const list = isHere ? location.search : readLastList(shop);
  navigate(productUrl(shop.path, list, id), { state: OVER_LIST });
}

/** Opens a product of a cart. */
export const goToCartProduct = (id: number): void => goToProduct(CART_SHOP, id);
