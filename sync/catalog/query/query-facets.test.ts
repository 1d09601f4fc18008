import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BrowseState } from '#contract/products/browse.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { filterPricesOf, playHistory, sampleStart, sampleState } from '../../testing/catalog-model.ts';
import { queryCatalog } from './query-catalog.ts';
import { queryFacets } from './query-facets.ts';

describe('[CAT13] the numbers beside filters', () => {
  it.each(['affiliate', 'openBox'] as const)('%s: equal the number of products that the filter leaves', (offer) => {
    fc.assert(
      fc.property(sampleStart, fc.array(sampleState, { minLength: 1, maxLength: 6 }), (start, states) => {
        playHistory(offer, start, (index, model) => {
          for (const state of states) {
            const totalWith = (choice: Partial<BrowseState>): number =>
              queryCatalog(index, { ...state, ...choice }).total;
            const { price, rates, inStock, conditions } = queryFacets(index, state);
            const hasRates = offer === 'affiliate';
            expect(rates).toEqual([
              hasRates ? totalWith({ minRate: null }) : 0,
              ...[1, 2, 3, 4, 5].map((minRate) => totalWith({ minRate })),
            ]);
            expect(inStock).toBe(totalWith({ inStock: true }));
            for (const condition of CONDITION_KEYS) expect(conditions[condition]).toBe(totalWith({ condition }));
            const prices = model
              .list({ ...state, priceFrom: null, priceTo: null })
              .flatMap((card) => filterPricesOf(card, state));
            expect(price).toEqual(
              prices.length === 0 ? null : { lowest: Math.min(...prices), highest: Math.max(...prices) },
            );
          }
        });
      }),
      { numRuns: 150 },
    );
  });
});
