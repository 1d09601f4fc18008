import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearPendingCartItem, readPendingCartItem, storePendingCartItem } from './pending-cart-item.ts';
import { useLocalStorage } from '#pwa/platform/storage/testing/use-local-storage.ts';

const { texts } = useLocalStorage();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pending item is stored until it is cleared; a newer one replaces it', () => {
  expect(readPendingCartItem()).toBeUndefined();
  storePendingCartItem({ product_id: 3, condition: 'good' });
  storePendingCartItem({ product_id: 4, condition: 'excellent' });
  expect(readPendingCartItem()).toEqual({ product_id: 4, condition: 'excellent' });
  clearPendingCartItem();
  expect(readPendingCartItem()).toBeUndefined();
});

test('a pending item is dropped after an hour, and when the clock was set back by more than an hour', () => {
  storePendingCartItem({ product_id: 3, condition: 'good' });
  vi.advanceTimersByTime(59 * 60_000);
  expect(readPendingCartItem()).toBeDefined();
  vi.advanceTimersByTime(60_000);
  expect(readPendingCartItem()).toBeUndefined();
  storePendingCartItem({ product_id: 3, condition: 'good' });
  vi.setSystemTime(Date.now() - 2 * 60 * 60_000);
  expect(readPendingCartItem()).toBeUndefined();
});

test.each([
  '{broken',
  '[]',
  'null',
  '7',
  '{"product_id":0,"condition":"good","wantedAtMs":0}',
  '{"product_id":1.5,"condition":"good","wantedAtMs":0}',
  '{"product_id":1,"condition":"perfect","wantedAtMs":0}',
])('stored text %s is no pending item', (text) => {
  vi.setSystemTime(0);
  texts.set('wanted-item', text);
  expect(readPendingCartItem()).toBeUndefined();
});
