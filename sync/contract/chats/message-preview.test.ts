import { expect, test } from 'vitest';
import { previewMessage } from './message-preview.ts';

test('a text of 50 characters stays, a longer one ends after 47 with an ellipsis', () => {
  expect(previewMessage('a'.repeat(50))).toBe('a'.repeat(50));
  expect(previewMessage('a'.repeat(51))).toBe(`${'a'.repeat(47)}...`);
  expect(previewMessage('')).toBe('');
});

test('[fault 64] characters are graphemes: an emoji of many units is one and stays whole', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(previewMessage(family.repeat(50))).toBe(family.repeat(50));
  expect(previewMessage(family.repeat(60))).toBe(`${family.repeat(47)}...`);
  expect(previewMessage('é'.repeat(60))).toBe(`${'é'.repeat(47)}...`);
});

test('several lines become one, and no space stands before the ellipsis', () => {
  expect(previewMessage('  one\n\n two\tthree ')).toBe('one two three');
  expect(previewMessage(`${'a'.repeat(46)} ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(46)}...`);
});

test('an endless grapheme is cut, and the result is short', () => {
  expect(previewMessage(`a${'\u0301'.repeat(4_000)}`).length).toBeLessThanOrEqual(1_000);
  expect(previewMessage(' '.repeat(4_000))).toBe('');
});
