import { expect, test } from 'vitest';
import { lengthOfMessage, charactersLeft } from './message-length.ts';

test('the length of a message is in code points, without surrounding white space', () => {
  expect(lengthOfMessage('  ab \n')).toBe(2);
  expect(lengthOfMessage('👍'.repeat(3_900))).toBe(3_900);
});

test.each([
  ['x'.repeat(3_799), undefined],
  ['x'.repeat(3_800), 200],
  ['👍'.repeat(4_000), 0],
  ['x'.repeat(4_001), -1],
  [`${'x'.repeat(4_000)}\n\n`, 0],
])('the characters left are reported near the limit only', (text, left) => {
  expect(charactersLeft(text)).toBe(left);
});
