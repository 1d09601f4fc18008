import { SHOPS } from '../shops.ts';
import type { OfferKind, ShopRow } from '../shops.ts';

/** Offer kinds that are sold through the cart instead of at a retailer. */
export const HAS_CART = { affiliate: false, openBox: true } satisfies Record<OfferKind, boolean>;

/** The shop with cart, orders and chats. Screens that belong to no shop use it too. @throws Error when no shop has a cart */
export const CART_SHOP: ShopRow = /* @__PURE__ */ findCartShop();

function findCartShop(): ShopRow {
  const shop = SHOPS.find(({ offer }) => HAS_CART[offer]);
  if (!shop) throw new Error('no shop has a cart');
  return shop;
}
