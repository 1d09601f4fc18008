import { expect, test } from 'vitest';
import type { OpenBoxCard } from '#contract/blocks/card.ts';
import type { Cents } from '#contract/money/money.ts';
import { findPriceRange, listConditionOffers, totalQuantity } from './condition-offers.ts';
import { stockLabel } from './stock-label.ts';

const CARD: OpenBoxCard = {
  id: 1,
  seq: 1,
  life: 0,
  title: 'Lamp',
  main_category: 'Home',
  category: 'Light',
  imagecount: 1,
  image_version: 0,
  placeholder: '',
  excellent_price_cents: 0 as Cents,
  excellent_quantity: 3,
  verygood_price_cents: 2_000 as Cents,
  verygood_quantity: 0,
  good_price_cents: 1_550 as Cents,
  good_quantity: 2,
  acceptable_price_cents: 999 as Cents,
  acceptable_quantity: 0,
};

test.each([
  [0, '❌Out of Stock'],
  [1, 'Only 1 left!'],
  [2, '2 - in stock'],
  [140, '140 - in stock'],
  [1_663, '1,663 - in stock'],
])('%i units are labelled %s', (quantity, label) => expect(stockLabel(quantity)).toBe(label));

test('the price range covers the conditions that have a price, in stock or not', () => {
  expect(findPriceRange(listConditionOffers(CARD))).toEqual({ low: 999, high: 2_000 });
  expect(findPriceRange([])).toBeUndefined();
});

test('the total stock is the sum over all conditions', () => {
  expect(totalQuantity(listConditionOffers(CARD))).toBe(5);
});
