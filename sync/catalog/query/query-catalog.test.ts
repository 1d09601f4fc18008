import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDigest, digestCard } from '#contract/blocks/digest.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import {
  CatalogModel,
  playHistory,
  sampleRow,
  sampleStart,
  sampleState,
  toSampleCard,
} from '../../testing/catalog-model.ts';
import { indexOf } from '../../testing/index-of.ts';
import { queryCatalog } from './query-catalog.ts';

describe('[CAT1] the index answers like a plain filter and sort', () => {
  it.each(['affiliate', 'openBox'] as const)('%s: after it was built from blocks, changed and given views', (offer) => {
    fc.assert(
      fc.property(sampleStart, fc.array(sampleState, { minLength: 1, maxLength: 6 }), (start, states) => {
        playHistory(offer, start, (index, model) => {
          for (const state of states) {
            const { total, cards } = queryCatalog(index, state);
            const expected = model.list(state);
            const first = (state.page - 1) * PAGE_SIZE;
            expect({ total, ids: cards.map((card) => card.id) }).toEqual({
              total: expected.length,
              ids: expected.slice(first, first + PAGE_SIZE).map((card) => card.id),
            });
          }
          expect(index.count).toBe(model.cards.size);
          expect(index.digest).toBe(
            [...model.cards.values()].reduce((sum, card) => addDigest(sum, digestCard(offer, card)), 0),
          );
          for (const [id, card] of model.cards) {
            const expected = { ...card, view_count: model.views.get(id) ?? 0 };
            expect(index.getCard(index.findRow(id) as number)).toEqual(expected);
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it.each(['affiliate', 'openBox'] as const)(
    '%s: on every page up to the last one, with and without the keys of the titles',
    (offer) => {
      const rows = fc.sample(sampleRow, { numRuns: 400, seed: 1 }).map((row, place) => ({ ...row, id: place + 1 }));
      const cards = rows.map((row) => toSampleCard(offer, row, row.id));
      const model = new CatalogModel(offer, cards);
      const blocks = Array.from({ length: 3 }, (_, part) => cards.filter(({ id }) => id % 4 === part));
      const index = indexOf(offer, ...blocks);
      // Makes some rows of the blocks dead, and adds live ones after the blocks.
      const changed = cards.filter(({ id }) => id % 4 === 3 || id % 10 === 0);
      index.apply(changed, []);
      for (const { id } of cards) model.views.set(id, (id * 7919) % 90);
      index.setViews([...model.views.keys()], [...model.views.values()]);
      const list = (state: BrowseState): number[] => {
        const ids: number[] = [];
        for (let page = 1; ; page++) {
          const found = queryCatalog(index, { ...state, page });
          if (found.cards.length === 0) {
            expect(found.total).toBe(ids.length);
            return ids;
          }
          ids.push(...found.cards.map(({ id }) => id));
        }
      };
      for (const sort of [null, 'views', 'rating', 'priceAsc', 'priceDesc'] as const) {
        const states = [{}, { mainCategory: 'X' }, { search: 'a' }, { inStock: true, category: 'p' }].map((more) => ({
          ...EMPTY_BROWSE_STATE,
          sort,
          ...more,
        }));
        const expected = states.map((state) => model.list(state).map(({ id }) => id));
        expect(expected[0]?.length).toBeGreaterThan(PAGE_SIZE * 10);
        // Another index, whose title keys nothing has needed yet.
        const fresh = indexOf(offer, ...blocks);
        fresh.apply(changed, []);
        fresh.setViews([...model.views.keys()], [...model.views.values()]);
        expect(queryCatalog(fresh, { ...EMPTY_BROWSE_STATE, sort, page: 2 }).cards.map(({ id }) => id)).toEqual(
          expected[0]?.slice(PAGE_SIZE, PAGE_SIZE * 2),
        );
        expect(fresh.hasKeys).toBe(false);
        expect(states.map(list)).toEqual(expected);
      }
    },
  );
});
