import { SHOPS } from '#contract/shops.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import { HAS_CART } from './has-cart.ts';

/** The shop that sells through the cart. @throws Error when there is none */
export const CART_SHOP = findCartShop();

function findCartShop(): ShopDefinition & { readonly key: ShopKey } {
  const shop = SHOPS.find(({ offer }) => HAS_CART[offer]);
  if (!shop) throw new Error('no shop sells through a cart');
  return shop;
}
