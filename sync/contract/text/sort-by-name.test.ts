import { expect, test } from 'vitest';
import { sortByName } from './sort-by-name.ts';

const sort = (...names: string[]): string[] => sortByName(names, (name) => name);

test('case is ignored, and names that differ only in case have a fixed order', () => {
  expect(sort('lamps', 'Cables', 'audio', 'Audio')).toEqual(['Audio', 'audio', 'Cables', 'lamps']);
});

test('accented letters sort with their base letters', () => {
  expect(sort('Zubehör', 'Écrans', 'Audio', 'Fächer', 'Éclairage')).toEqual([
    'Audio',
    'Éclairage',
    'Écrans',
    'Fächer',
    'Zubehör',
  ]);
});

test('items are sorted by their names, and the given list stays unsorted', () => {
  const items = [{ name: 'b' }, { name: 'A' }];
  expect(sortByName(items, ({ name }) => name)).toEqual([{ name: 'A' }, { name: 'b' }]);
  expect(items[0]?.name).toBe('b');
});
