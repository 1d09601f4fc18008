import { SHOPS } from '#contract/shops.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';

const isOwnOffer = ({ offer }: ShopDefinition): boolean => offer === 'openBox';

/** The shop whose products are bought here; lines of carts and orders name no other. */
export const CART_SHOP: ShopKey = (SHOPS.find(isOwnOffer) ?? SHOPS[0]).key;
