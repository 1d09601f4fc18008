import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseFilters, BrowseState } from '#contract/products/browse.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { MAX_CATEGORY_LENGTH, MAX_RATE } from '#contract/limits.ts';
import { formatDollars, parseDollars } from '#contract/money/money.ts';
import type { ShopDefinition } from '#contract/shops.ts';
import { parseWholeNumber } from '#contract/text/whole-number.ts';
import { cleanSearch, isStartScreen } from './browse-state.ts';

const MAX_PAGE = 1_000_000;

/** The fields of a shop that decide which browse states it offers. */
type ListedShop = Pick<ShopDefinition, 'offer' | 'sorts'>;

/** Parses the browse state of a URL. Parameters that are malformed or not offered by the shop are ignored. */
export function parseBrowseQuery(query: string, shop: ListedShop): BrowseState {
  const parameters = new URLSearchParams(query);
  const mainCategory = findCategory(parameters.get('main'));
  const state: BrowseState = {
    ...EMPTY_BROWSE_STATE,
    ...parseFilters(parameters, shop),
    mainCategory,
    category: mainCategory === null ? null : findCategory(parameters.get('category')),
    search: cleanSearch(parameters.get('q') ?? ''),
    sort: shop.sorts.find((key) => key === parameters.get('sort')) ?? null,
  };
  // The start screen has no pages: a page number is ignored there.
  return isStartScreen(state) ? state : { ...state, page: findWholeNumber(parameters.get('page'), MAX_PAGE) ?? 1 };
}

function parseFilters(parameters: URLSearchParams, { offer }: ListedShop): BrowseFilters {
  const condition = parameters.get('condition');
  return {
    priceFrom: parseDollars(parameters.get('from') ?? '') ?? null,
    priceTo: parseDollars(parameters.get('to') ?? '') ?? null,
    minRate: offer === 'affiliate' ? findWholeNumber(parameters.get('stars'), MAX_RATE) : null,
    inStock: parameters.get('stock') === '1',
    condition: offer === 'openBox' ? (CONDITION_KEYS.find((key) => key === condition) ?? null) : null,
  };
}

/** Formats a browse state as a query without question mark; empty for the start screen. */
export function formatBrowseQuery(state: BrowseState): string {
  const parameters = new URLSearchParams();
  if (state.mainCategory !== null) parameters.set('main', state.mainCategory);
  if (state.category !== null) parameters.set('category', state.category);
  if (state.search !== '') parameters.set('q', state.search);
  if (state.sort !== null) parameters.set('sort', state.sort);
  if (state.priceFrom !== null) parameters.set('from', formatDollars(state.priceFrom));
  if (state.priceTo !== null) parameters.set('to', formatDollars(state.priceTo));
  if (state.minRate !== null) parameters.set('stars', String(state.minRate));
  if (state.inStock) parameters.set('stock', '1');
  if (state.condition !== null) parameters.set('condition', state.condition);
  if (state.page > 1) parameters.set('page', String(state.page));
  return parameters.toString();
}

function findCategory(text: string | null): string | null {
  const name = text?.normalize('NFC') ?? '';
  return name === '' || name.length > MAX_CATEGORY_LENGTH ? null : name;
}

/** Parses a whole number from 1 to `max`; null for everything else. */
const findWholeNumber = (text: string | null, max: number): number | null => parseWholeNumber(text ?? '', max) || null;
