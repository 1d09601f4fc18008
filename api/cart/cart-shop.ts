import { SHOPS } from '#contract/shops.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';

const isOwnOffer = ({ offer }: ShopDefinition): boolean => offer === 'openBox';

/** The shop whose products are sold through the cart; the only shop of cart lines and orders. */
export const CART_SHOP: ShopKey = (SHOPS.find(isOwnOffer) ?? SHOPS[0]).key;
