import { isFiltered } from '#contract/products/browse.ts';
import type { BrowseFilters } from '#contract/products/browse.ts';
import type { OfferKind } from '#contract/shops.ts';
import { createAffiliateFilters } from './affiliate-filters.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { createOpenBoxFilters } from './open-box-filters.ts';
import type { OfferFilters } from './offer-filter-types.ts';

/** Columns differ by offer kind, and so do the filters over them. */
const OFFER_FILTERS: Record<OfferKind, (index: ColumnIndex, filters: BrowseFilters) => OfferFilters> = {
  affiliate: createAffiliateFilters,
  openBox: createOpenBoxFilters,
};

/** The filters of a state, whether any is set or not. */
export const createOfferFilters = (index: ColumnIndex, filters: BrowseFilters): OfferFilters =>
  OFFER_FILTERS[index.offer](index, filters);

/** The filters of a state; undefined when none is set, so that a plain list costs nothing. */
export const findOfferFilters = (index: ColumnIndex, filters: BrowseFilters): OfferFilters | undefined =>
  isFiltered(filters) ? createOfferFilters(index, filters) : undefined;
