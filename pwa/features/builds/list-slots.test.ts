import { expect, test } from 'vitest';
import type { CategoryCount } from '#sync/api/engine-api.ts';
import { listSlotNames, listSlots } from './list-slots.ts';

const main = (mainCategory: string, ...names: string[]): CategoryCount => ({
  mainCategory,
  total: names.length,
  categories: names.map((category) => ({ category, total: 1, price_sum_cents: 0, typical_price_sum_cents: 0 })),
});

test('the slots are the categories of all builds, the most common first', () => {
  const categories = [main('A', 'Case', 'Memory'), main('B', 'Camera', 'Memory', 'Case'), main('C', 'Memory')];
  expect(listSlotNames(categories)).toEqual(['Memory', 'Case', 'Camera']);
});

test('the most common slots come first, other slots with parts follow, and parts without a slot come last', () => {
  const parts = ['', 'Desk', 'Case', 'Case'].map((slot, id) => ({ slot, id }));
  const slots = listSlots(['Memory', 'Case'], parts);
  expect(slots.map(({ name, parts: inSlot }) => [name, inSlot.map(({ id }) => id)])).toEqual([
    ['Memory', []],
    ['Case', [2, 3]],
    ['Desk', [1]],
    ['', [0]],
  ]);
});

test('at most twelve slots are shown empty', () => {
  const names = Array.from({ length: 30 }, (_, index) => `Slot ${index}`);
  expect(listSlots(names, [])).toHaveLength(12);
  expect(listSlots(names, [{ slot: 'Slot 20' }]).at(-1)).toMatchObject({
    name: 'Slot 20',
    parts: [{ slot: 'Slot 20' }],
  });
});
