import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { encodeRequest } from '#contract/http/codec.ts';
import { browseProducts } from '#contract/http/catalog.ts';
import type { Cents } from '#contract/money/money.ts';
import { toBrowseQuery } from './server-link.ts';

const addressOf = (state: BrowseState): URL =>
  new URL(encodeRequest(browseProducts, { params: { shop: 'ayz' }, query: toBrowseQuery(state) }).url, 'http://shop');

describe('the query to the server while the device has no catalogue', () => {
  it('contains every part of the state that is set', () => {
    const state: BrowseState = {
      mainCategory: 'Ä & B',
      category: 'c',
      search: 'x',
      sort: 'priceAsc',
      page: 3,
      priceFrom: 0 as Cents,
      priceTo: 250 as Cents,
      minRate: 4,
      inStock: true,
      condition: 'verygood',
    };
    const { searchParams } = addressOf(state);
    expect(browseProducts.query.parse(Object.fromEntries(searchParams))).toEqual({ ...state, inStock: '1' });
  });

  it('omits parts that are not set', () => {
    expect([...addressOf(EMPTY_BROWSE_STATE).searchParams]).toEqual([
      ['search', ''],
      ['page', '1'],
    ]);
  });
});
