import { expect, test } from 'vitest';
import type { Card } from '#contract/blocks/card.ts';
import { findOrderedCard } from './find-ordered-card.ts';

const card = (id: number, life: number, title: string): Card => ({ id, life, title }) as Card;
const ORDER = { product_id: 3, life: 0, title: 'Lamp' };

test('the product of an order is found by its life, whatever its title is now', () => {
  const renamed = card(3, 0, 'Desk lamp');
  expect(findOrderedCard(ORDER, [card(4, 0, 'Lamp'), renamed])).toBe(renamed);
});

test('another product that has taken the id of an ordered one is not bought again', () => {
  expect(findOrderedCard(ORDER, [card(3, 17, 'Lamp')])).toBeUndefined();
  expect(findOrderedCard(ORDER, undefined)).toBeUndefined();
});

test('the product of an order without a life is the one with its title', () => {
  const order = { product_id: 3, life: undefined, title: 'Lamp' };
  expect(findOrderedCard(order, [card(3, 17, 'Lamp')])?.life).toBe(17);
  expect(findOrderedCard(order, [card(3, 17, 'Camera')])).toBeUndefined();
});
