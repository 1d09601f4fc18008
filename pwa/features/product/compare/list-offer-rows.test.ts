import { expect, test } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { PRODUCT_DEFAULTS } from '#contract/products/product.ts';
import type { ProductFields } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import { listOfferRows } from './list-offer-rows.ts';

const server = { id: 1, view_count: 0, imagecount: 0, image_version: 0, placeholder: '', updated_at: '', seq: 1 };
const card = (kind: OfferKind, fields: Partial<Record<string, string | number>>) =>
  toCard(kind, {
    ...(PRODUCT_DEFAULTS[kind] as ProductFields),
    title: 'x',
    category: 'Lamps',
    ...server,
    ...fields,
  } as never);

const read = (kind: OfferKind, cards: ReturnType<typeof card>[]): Record<string, string[]> =>
  Object.fromEntries(listOfferRows(kind, cards).map((row) => [row.label, cards.map((each) => row.text(each))]));

test('affiliate offers are compared by price, rating, availability and category', () => {
  const cards = [
    card('affiliate', { price: '20', typical_price: '25', rate: 4 }),
    card('affiliate', { price: '0', availability: 'NO' }),
  ];
  expect(read('affiliate', cards)).toEqual({
    Price: ['2000 2500', '0 0'],
    Rating: ['Rated 4 of 5', 'Rated 0 of 5'],
    Availability: ['In stock', 'Out of Stock'],
    Category: ['Lamps', 'Lamps'],
  });
});

test('open-box offers are compared in each condition that one of them has in stock', () => {
  const cards = [
    card('openBox', {
      good_condition_price: '10.5',
      good_condition_available_quantity: '3',
      excellent_condition_price: '20',
    }),
    card('openBox', { acceptable_condition_available_quantity: '1' }),
  ];
  expect(read('openBox', cards)).toEqual({
    Price: ['1050 2000', ''],
    Stock: ['3 - in stock', 'Only 1 left!'],
    '🟡 good': ['$10.50 · 3 - in stock', '—'],
    '🟠 acceptable': ['—', 'Price not available · Only 1 left!'],
    Category: ['Lamps', 'Lamps'],
  });
});
