import { expect, test } from 'vitest';
import { lengthOfMessage, charactersLeft } from './message-length.ts';

test('a message is counted in code points, without white space around it', () => {
  expect(lengthOfMessage('  ab \n')).toBe(2);
  expect(lengthOfMessage('👍'.repeat(3_900))).toBe(3_900);
});

test.each([
  ['x'.repeat(3_799), undefined],
  ['x'.repeat(3_800), 200],
  ['👍'.repeat(4_000), 0],
  ['x'.repeat(4_001), -1],
  [`${'x'.repeat(4_000)}\n\n`, 0],
])('what is left is said near the limit', (text, left) => {
  expect(charactersLeft(text)).toBe(left);
});
