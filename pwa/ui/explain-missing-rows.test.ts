import { expect, test } from 'vitest';
import { explainMissingRows } from './explain-missing-rows.ts';

test.each([
  ['reading', { hasAnswered: false, isFull: false, isOnline: false }],
  ['reading', { hasAnswered: false, isFull: true, isOnline: true }],
  ['full', { hasAnswered: true, isFull: true, isOnline: true }],
  ['full', { hasAnswered: true, isFull: true, isOnline: false }],
  ['loading', { hasAnswered: true, isFull: false, isOnline: true }],
  ['offline', { hasAnswered: true, isFull: false, isOnline: false }],
] as const)('the reason is "%s" with %o: nothing is said before the device has answered', (reason, now) => {
  expect(explainMissingRows(now)).toBe(reason);
});
