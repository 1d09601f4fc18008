import { expect, it } from 'vitest';
import { sampleAffiliate } from '../testing/sample-products.ts';
import { sortCards, toCard } from './card.ts';

it('orders rows by main category, category and title, each by code point, and by id', () => {
  const inOrder = [
    { main_category: 'ﬁ', category: 'a', title: 'z' },
    { main_category: '🔥', category: '｜', title: 'z' },
    { main_category: '🔥', category: '😀', title: 'A' },
    { main_category: '🔥', category: '😀', title: 'ﬁne' },
    { main_category: '🔥', category: '😀', title: '｜Full-width' },
    { main_category: '🔥', category: '😀', title: '🔥 HOT' },
    { main_category: '🔥', category: '😀', title: '🔥 hot' },
  ].map((fields, place) => toCard('affiliate', sampleAffiliate({ id: place + 1, ...fields })));
  expect(sortCards(inOrder.toReversed()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
