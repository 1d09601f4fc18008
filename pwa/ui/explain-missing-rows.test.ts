import { expect, test } from 'vitest';
import { explainMissingRows } from './explain-missing-rows.ts';

const ASKED = { hasAnswered: true, isFull: false, isOnline: true } as const;

test.each([
  ['reading', { hasAnswered: false, isFull: false, isOnline: false }],
  ['reading', { hasAnswered: false, isFull: true, isOnline: true }],
  ['full', { hasAnswered: true, isFull: true, isOnline: true }],
  ['full', { hasAnswered: true, isFull: true, isOnline: false }],
  ['loading', { hasAnswered: true, isFull: false, isOnline: true }],
  ['failed', { ...ASKED, state: { problem: 'server-error', needsSignIn: false } }],
  ['signedOut', { ...ASKED, state: { problem: null, needsSignIn: true } }],
  ['loading', { ...ASKED, state: { problem: null, needsSignIn: false } }],
  ['offline', { ...ASKED, isOnline: false, state: { problem: 'unreachable', needsSignIn: false } }],
  ['offline', { hasAnswered: true, isFull: false, isOnline: false }],
] as const)('the reason is "%s" with %o, and always "reading" before the device has answered', (reason, now) => {
  expect(explainMissingRows(now)).toBe(reason);
});
