import { expect, test } from 'vitest';
import { sortByName } from './sort-by-name.ts';

const sort = (...names: string[]): string[] => sortByName(names, (name) => name);

test('large and small letters count alike, and equal names have one order', () => {
  expect(sort('lamps', 'Cables', 'audio', 'Audio')).toEqual(['Audio', 'audio', 'Cables', 'lamps']);
});

test('letters with marks stand where people look for them', () => {
  expect(sort('Zubehör', 'Écrans', 'Audio', 'Fächer', 'Éclairage')).toEqual([
    'Audio',
    'Éclairage',
    'Écrans',
    'Fächer',
    'Zubehör',
  ]);
});

test('items are sorted by their names and keep themselves', () => {
  const items = [{ name: 'b' }, { name: 'A' }];
  expect(sortByName(items, ({ name }) => name)).toEqual([{ name: 'A' }, { name: 'b' }]);
  expect(items[0]?.name).toBe('b');
});
