import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import type { AffiliateCard, Card } from '#contract/blocks/card.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { ROW_SIZE } from '#contract/limits.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { indexOf } from '../../testing/index-of.ts';
import { playHistory, sampleStart } from '../../testing/catalog-model.ts';
import { overviewCatalog } from './overview-catalog.ts';

describe('[CAT2] the start screen', () => {
  it.each(['affiliate', 'openBox'] as const)('%s: rows, strip, counts and sums equal those of plain lists', (offer) => {
    fc.assert(
      fc.property(sampleStart, fc.boolean(), (start, hasTopStrip) => {
        playHistory(offer, start, (index, model) => {
          const { rows, top, categories, total } = overviewCatalog(index, hasTopStrip);
          const idsOf = (cards: readonly { id: number }[]): number[] => cards.map(({ id }) => id);
          expect(total).toBe(model.cards.size);
          const mostViewed = model.list({ ...EMPTY_BROWSE_STATE, sort: 'views' }).slice(0, ROW_SIZE);
          expect(idsOf(top)).toEqual(hasTopStrip ? idsOf(mostViewed) : []);
          const sum = (cards: readonly Card[], name: 'price_cents' | 'typical_price_cents'): number =>
            offer === 'affiliate' ? cards.reduce((cents, card) => cents + (card as AffiliateCard)[name], 0) : 0;
          const shelves = ['X', 'x', 'Y']
            .map((mainCategory) => ({ mainCategory, cards: model.list({ ...EMPTY_BROWSE_STATE, mainCategory }) }))
            .filter(({ cards }) => cards.length > 0);
          expect(rows.map((row) => ({ ...row, cards: idsOf(row.cards) }))).toEqual(
            shelves.map(({ mainCategory, cards }) => ({
              mainCategory,
              total: cards.length,
              cards: idsOf(cards).slice(0, ROW_SIZE),
            })),
          );
          expect(categories).toEqual(
            shelves.map(({ mainCategory, cards }) => ({
              mainCategory,
              total: cards.length,
              categories: ['p', 'q', 'r']
                .map((category) => ({ category, own: cards.filter((card) => card.category === category) }))
                .filter(({ own }) => own.length > 0)
                .map(({ category, own }) => ({
                  category,
                  total: own.length,
                  price_sum_cents: sum(own, 'price_cents'),
                  typical_price_sum_cents: sum(own, 'typical_price_cents'),
                })),
            })),
          );
        });
      }),
      { numRuns: 150 },
    );
  });

  it('shows in each row the first products of its main category, added ones included, at most as many as fit', () => {
    const cards = Array.from({ length: 240 }, (_, place) =>
      toCard('affiliate', sampleAffiliate({ id: place + 1, category: `c${place % 3}`, title: `T${place % 90}` })),
    );
    const index = indexOf('affiliate', cards.slice(0, 200));
    const expectFirst = (among: readonly Card[]): void => {
      const expected = among.toSorted((a, b) => (a.title < b.title ? -1 : Number(a.title > b.title)) || a.id - b.id);
      const [row] = overviewCatalog(index, false).rows;
      expect(row?.cards.map((card) => card.id)).toEqual(expected.slice(0, ROW_SIZE).map((card) => card.id));
      expect(row?.total).toBe(among.length);
    };
    expectFirst(cards.slice(0, 200));
    index.apply(cards.slice(200), []);
    expectFirst(cards);
  });
});
