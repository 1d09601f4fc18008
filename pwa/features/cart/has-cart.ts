import type { OfferKind } from '#contract/shops.ts';

/** Which kinds of offer are bought here, through the cart, and not at a retailer's. */
export const HAS_CART = { affiliate: false, openBox: true } satisfies Record<OfferKind, boolean>;
