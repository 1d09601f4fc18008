import { expect, test } from 'vitest';
import { clearShipping, readShipping, storeShipping } from './stored-shipping.ts';
import { useLocalStorage } from './testing/use-local-storage.ts';

const FIELDS = ['address', 'city'] as const;
const { texts } = useLocalStorage();

test('each user has an address of their own', () => {
  storeShipping('alice', { address: '1 Hexagon Road', city: 'Limeville' });
  expect(readShipping('alice', FIELDS)).toEqual({ address: '1 Hexagon Road', city: 'Limeville' });
  expect(readShipping('bob', FIELDS)).toBeUndefined();
  clearShipping('alice');
  expect(readShipping('alice', FIELDS)).toBeUndefined();
  expect(texts.size).toBe(0);
});

test('missing and malformed fields are empty; unknown ones are dropped', () => {
  texts.set('shipping:alice', '{"address":7,"extra":"x"}');
  expect(readShipping('alice', FIELDS)).toEqual({ address: '', city: '' });
});

test.each(['{broken', 'null', '"text"'])('%s is no address', (text) => {
  texts.set('shipping:alice', text);
  expect(readShipping('alice', FIELDS)).toBeUndefined();
});
