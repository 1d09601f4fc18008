import { CONDITION_KEYS } from '#contract/products/conditions.ts';
import { LOW_STOCK_UNITS, MAX_INSIGHT_ROWS } from '#contract/limits.ts';
import type { FigureRow, ProductFigures } from '../../api/engine-api.ts';
import type { ColumnIndex } from '../index/column-index.ts';

/** Finds the products that an administrator has to look at, in one pass over the columns. `soldIds`: products with a paid order. */
export function findProductFigures(index: ColumnIndex, soldIds: readonly number[]): ProductFigures {
  const { isDead, rows, viewCounts } = index;
  const hasStock = index.offer === 'openBox';
  const quantities = hasStock ? CONDITION_KEYS.map((key) => index.numbers(`${key}_quantity`)) : [];
  const unitsOf = (row: number): number => quantities.reduce((sum, column) => sum + (column[row] as number), 0);
  const viewsOf = (row: number): number => viewCounts[row] as number;
  const ids = index.numbers('id');
  const sold = new Set(soldIds);
  const viewed: number[] = [];
  const unsold: number[] = [];
  const low: number[] = [];
  let outOfStock = 0;
  for (let row = 0; row < rows; row++) {
    if (isDead[row] === 1) continue;
    if (viewsOf(row) > 0) {
      viewed.push(row);
      if (hasStock && !sold.has(ids[row] as number)) unsold.push(row);
    }
    if (!hasStock) continue;
    const units = unitsOf(row);
    if (units === 0) outOfStock += 1;
    else if (units <= LOW_STOCK_UNITS) low.push(row);
  }
  const byViews = (a: number, b: number): number => viewsOf(b) - viewsOf(a) || a - b;
  const toRow = (row: number): FigureRow => ({
    id: ids[row] as number,
    title: index.getTitle(row),
    views: viewsOf(row),
    units: hasStock ? unitsOf(row) : null,
  });
  const list = (found: readonly number[], order: (a: number, b: number) => number) => ({
    total: found.length,
    rows: found.toSorted(order).slice(0, MAX_INSIGHT_ROWS).map(toRow),
  });
  return {
    products: index.count,
    mostViewed: list(viewed, byViews),
    unsold: hasStock ? list(unsold, byViews) : null,
    lowStock: hasStock ? list(low, (a, b) => unitsOf(a) - unitsOf(b) || byViews(a, b)) : null,
    outOfStock,
  };
}
