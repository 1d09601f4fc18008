import type { OfferKind } from '#contract/shops.ts';

/** Whether an offer kind is bought here, through the cart, and not at a retailer. */
export const HAS_CART = { affiliate: false, openBox: true } satisfies Record<OfferKind, boolean>;
