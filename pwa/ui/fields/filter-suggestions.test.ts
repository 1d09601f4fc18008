import { expect, test } from 'vitest';
import { filterSuggestions } from './filter-suggestions.ts';

const WORDS = ['Phones', 'Headphones', 'Laptops'];

test('an empty text matches every suggestion', () => {
  expect(filterSuggestions(WORDS, '')).toEqual(WORDS);
  expect(filterSuggestions(WORDS, '  ')).toEqual(WORDS);
});

test('a text matches the suggestions that contain it, in upper or lower case', () => {
  expect(filterSuggestions(WORDS, 'pHone')).toEqual(['Phones', 'Headphones']);
  expect(filterSuggestions(WORDS, 'top')).toEqual(['Laptops']);
  expect(filterSuggestions(WORDS, 'x')).toEqual([]);
});

test('the text itself is not suggested', () => {
  expect(filterSuggestions(WORDS, 'Phones')).toEqual(['Headphones']);
});
