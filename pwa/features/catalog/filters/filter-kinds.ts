import type { OfferKind } from '#contract/shops.ts';

export type FilterKind = 'price' | 'stars' | 'stock' | 'condition';

/** What a list can be narrowed by, by kind of offer, in the order of the panel. */
export const FILTER_KINDS = {
  affiliate: ['price', 'stars', 'stock'],
  openBox: ['price', 'condition', 'stock'],
} as const satisfies Record<OfferKind, readonly FilterKind[]>;
