import { expect, test } from 'vitest';
import { formatFoundMessage, parseFoundMessage } from './found-message.ts';

test('the query of a found message keeps the words of the search and the filter of the list', () => {
  const query = formatFoundMessage('?q=blue+lamp&unread=1', 41);
  expect(parseFoundMessage(query)).toEqual({ seq: 41, words: 'blue lamp' });
  expect(formatFoundMessage(query, 7)).toBe('?q=blue+lamp&unread=1&message=7');
  expect(formatFoundMessage(query, null)).toBe('?q=blue+lamp&unread=1');
  expect(formatFoundMessage('?message=41', null)).toBe('');
});

test.each([
  '',
  '?q=lamp',
  '?message=',
  '?message=0',
  '?message=-1',
  '?message=1.5',
  '?message=x',
  '?message=99999999999',
])('%j names no message', (query) => {
  expect(parseFoundMessage(query)).toBeUndefined();
});
