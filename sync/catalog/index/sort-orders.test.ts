import { expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { indexOf } from '../../testing/index-of.ts';
import { SortOrders } from './sort-orders.ts';

const ROWS = 6_000;
const card = (id: number, title: string) => ({
  ...toCard('affiliate', sampleAffiliate({ id, title, category: `C${id % 5}` })),
  view_count: id % 7,
});
const createIndex = () =>
  indexOf(
    'affiliate',
    Array.from({ length: ROWS }, (_, place) => card(place + 1, `T${(place * 7_919) % ROWS}`)),
  );

it('[CAT25] an order that is computed in steps is the same, whatever changes and asks between them', () => {
  for (const changeAfter of [Number.POSITIVE_INFINITY, 0, 1, 2]) {
    for (const askAfter of [Number.POSITIVE_INFINITY, 0, 1, 3]) {
      const index = createIndex();
      const orders = new SortOrders(index);
      let steps = 0;
      let isDone = false;
      while (!isDone) {
        if (steps === changeAfter) index.apply([card(ROWS + 1, 'T5')], [1]);
        if (steps === askAfter) expect(orders.get(null)).toEqual(new SortOrders(index).keep(null));
        isDone = orders.keepStep(null);
        steps += 1;
      }
      expect(orders.get(null)).toEqual(new SortOrders(index).keep(null));
      expect(orders.keepStep('views')).toBe(true);
      expect(orders.get('views')).toEqual(new SortOrders(index).keep('views'));
      if (askAfter > steps) expect(steps).toBeGreaterThan(2);
    }
  }
});
