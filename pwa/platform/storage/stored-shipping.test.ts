import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearShipping, readShipping, storeShipping } from './stored-shipping.ts';

const FIELDS = ['address', 'city'] as const;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('each user has an address of their own', () => {
  storeShipping('alice', { address: '1 Hexagon Road', city: 'Limeville' });
  expect(readShipping('alice', FIELDS)).toEqual({ address: '1 Hexagon Road', city: 'Limeville' });
  expect(readShipping('bob', FIELDS)).toBeUndefined();
  clearShipping('alice');
  expect(readShipping('alice', FIELDS)).toBeUndefined();
  expect(stored.size).toBe(0);
});

test('missing and malformed fields are empty; unknown ones are dropped', () => {
  stored.set('shipping:alice', '{"address":7,"extra":"x"}');
  expect(readShipping('alice', FIELDS)).toEqual({ address: '', city: '' });
});

test.each(['{broken', 'null', '"text"'])('%s is no address', (text) => {
  stored.set('shipping:alice', text);
  expect(readShipping('alice', FIELDS)).toBeUndefined();
});
