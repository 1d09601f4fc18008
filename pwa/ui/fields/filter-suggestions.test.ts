import { expect, test } from 'vitest';
import { filterSuggestions } from './filter-suggestions.ts';

const WORDS = ['Phones', 'Headphones', 'Laptops'];

test('an empty text offers everything', () => {
  expect(filterSuggestions(WORDS, '')).toEqual(WORDS);
  expect(filterSuggestions(WORDS, '  ')).toEqual(WORDS);
});

test('a text offers what holds it, in either case', () => {
  expect(filterSuggestions(WORDS, 'pHone')).toEqual(['Phones', 'Headphones']);
  expect(filterSuggestions(WORDS, 'top')).toEqual(['Laptops']);
  expect(filterSuggestions(WORDS, 'x')).toEqual([]);
});

test('what is written already is not offered', () => {
  expect(filterSuggestions(WORDS, 'Phones')).toEqual(['Headphones']);
});
