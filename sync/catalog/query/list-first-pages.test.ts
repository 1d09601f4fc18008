import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { SortKey } from '#contract/shops.ts';
import { playHistory, sampleStart } from '../../testing/catalog-model.ts';
import type { ColumnIndex } from '../index/column-index.ts';
import { sampleRecord } from '../../testing/catalog-store-contract.ts';
import { findListName, readFirstPage } from '../store/first-pages.ts';
import type { ListPages } from '../store/first-pages.ts';
import { packPages } from '../store/pack-first-pages.ts';
import { listFirstPages } from './list-first-pages.ts';
import { queryCatalog } from './query-catalog.ts';

const SORTS: readonly (SortKey | null)[] = [null, 'views', 'rating', 'priceAsc', 'priceDesc'];

function listAll(index: ColumnIndex): readonly ListPages[] {
  const steps = listFirstPages(index);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('[CAT24] first pages', () => {
  it.each(['affiliate', 'openBox'] as const)('%s: equal what the index answers, stored and read again', (offer) => {
    const names = [null, 'X', 'Y', 'x', 'absent'];
    const categories = [null, 'p', 'q', 'r', 'absent'];
    fc.assert(
      fc.property(sampleStart, (start) => {
        playHistory(offer, start, (index) => {
          const stored = new Map(listAll(index).map((pages) => [pages.list, pages]));
          const head = {
            state: sampleRecord('pc', []),
            totals: Object.fromEntries([...stored].map(([list, { totals }]) => [list, totals])),
          };
          for (const mainCategory of names) {
            for (const category of mainCategory === null ? [null] : categories) {
              for (const sort of SORTS) {
                const state: BrowseState = { ...EMPTY_BROWSE_STATE, mainCategory, category, sort };
                const list = findListName(state) as string;
                const pages = stored.get(list);
                const page = pages && readFirstPage(head, { list, pages: packPages(pages) }, sort);
                const asked = queryCatalog(index, state);
                // A list without products is left to the index.
                expect(page && { total: page.total, cards: page.cards }).toEqual(asked.total === 0 ? undefined : asked);
              }
            }
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('are those of plain lists alone: a search, a filter and another page are not among them', () => {
    const plain: BrowseState = { ...EMPTY_BROWSE_STATE, mainCategory: 'X', category: 'p', sort: 'priceAsc' };
    expect(findListName(plain)).toBe('["X","p"]');
    const others = [{ search: 'a' }, { page: 2 }, { inStock: true }, { minRate: 3 }];
    for (const other of others) expect(findListName({ ...plain, ...other })).toBeUndefined();
  });
});
