import { expect, test } from 'vitest';
import { readQuantity } from './read-quantity.ts';

test.each([
  ['1', 1],
  [' 7 ', 7],
  ['007', 7],
  ['99', 99],
])('%j is a quantity', (text, quantity) => expect(readQuantity(text)).toBe(quantity));

test.each(['', '0', '-1', '1.5', '1,5', 'NaN', '1e9', '1e1', '100', '99999999999', '٣', 'two', '1 2'])(
  '%j is ignored',
  (text) => expect(readQuantity(text)).toBeUndefined(),
);
