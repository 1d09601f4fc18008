import { expect, test } from 'vitest';
import { explainMissingOrder } from './use-order.ts';

const OPENED = { isOnline: true, openedAtMs: 1_000 };
const STATE = { lastSyncedAtMs: null, problem: null, needsSignIn: false };

test('an order that is not on the device counts as unknown only after a sync since the page was opened', () => {
  expect(explainMissingOrder(STATE, OPENED)).toBe('loading');
  expect(explainMissingOrder({ ...STATE, lastSyncedAtMs: 999 }, OPENED)).toBe('loading');
  expect(explainMissingOrder({ ...STATE, lastSyncedAtMs: 1_000 }, OPENED)).toBe('unknown');
});

test('a device that cannot ask for an order does not wait for it forever', () => {
  expect(explainMissingOrder(STATE, { ...OPENED, isOnline: false })).toBe('offline');
  expect(explainMissingOrder({ ...STATE, lastSyncedAtMs: 999 }, { ...OPENED, isOnline: false })).toBe('offline');
  expect(explainMissingOrder({ ...STATE, problem: 'unreachable' }, OPENED)).toBe('offline');
  expect(explainMissingOrder({ ...STATE, needsSignIn: true }, OPENED)).toBe('signed-out');
});
