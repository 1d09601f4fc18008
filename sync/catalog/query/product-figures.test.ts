import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import type { Card } from '#contract/blocks/card.ts';
import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { LOW_STOCK_UNITS, MAX_INSIGHT_ROWS } from '#contract/limits.ts';
import { sampleAffiliate, sampleOpenBox } from '#contract/testing/sample-products.ts';
import { ColumnIndex } from '../index/column-index.ts';
import { findProductFigures } from './product-figures.ts';

const product = fc.record({
  id: fc.integer({ min: 1, max: 400 }),
  views: fc.integer({ min: 0, max: 30 }),
  quantities: fc.tuple(...CONDITION_KEYS.map(() => fc.integer({ min: 0, max: 2 }))),
  isSold: fc.boolean(),
  isDeleted: fc.boolean(),
});

describe('[ADM13] the figures of products', () => {
  it('equal those of a walk over the products, whatever was changed and deleted before', () => {
    fc.assert(
      fc.property(fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 250 }), (products) => {
        const index = new ColumnIndex('openBox', []);
        const card = ({ id, quantities }: (typeof products)[number], title: string): Card => ({
          ...toCard('openBox', sampleOpenBox({ id, title })),
          ...Object.fromEntries(CONDITION_KEYS.map((key, at) => [`${key}_quantity`, quantities[at]])),
        });
        index.apply(
          products.map((each) => card({ ...each, quantities: [9, 9, 9, 9] }, 'Old')),
          [],
        );
        index.apply(
          products.map((each) => ({ ...card(each, `Title ${each.id}`), view_count: each.views })),
          [],
        );
        index.apply(
          [],
          products.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])),
        );

        const left = products
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ quantities, ...each }) => ({ ...each, units: quantities.reduce((sum, units) => sum + units, 0) }));
        const toRow = ({ id, views, units }: (typeof left)[number]) => ({ id, title: `Title ${id}`, views, units });
        const viewed = left.filter(({ views }) => views > 0).toSorted((a, b) => b.views - a.views);
        const low = left
          .filter(({ units }) => units > 0 && units <= LOW_STOCK_UNITS)
          .toSorted((a, b) => a.units - b.units || b.views - a.views);
        const list = (rows: readonly (typeof left)[number][]) => ({
          total: rows.length,
          rows: rows.slice(0, MAX_INSIGHT_ROWS).map(toRow),
        });
        const sold = products.filter(({ isSold }) => isSold).map(({ id }) => id);
        expect(findProductFigures(index, sold)).toEqual({
          products: left.length,
          mostViewed: list(viewed),
          unsold: list(viewed.filter(({ isSold }) => !isSold)),
          lowStock: list(low),
          outOfStock: left.filter(({ units }) => units === 0).length,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('have no stock in shops that sell by link', () => {
    const index = new ColumnIndex('affiliate', []);
    index.apply([{ ...toCard('affiliate', sampleAffiliate({ id: 7, title: 'Kettle' })), view_count: 5 }], []);
    expect(findProductFigures(index, [])).toEqual({
      products: 1,
      mostViewed: { total: 1, rows: [{ id: 7, title: 'Kettle', views: 5, units: null }] },
      unsold: null,
      lowStock: null,
      outOfStock: 0,
    });
  });
});
