import { expect, test } from 'vitest';
import { readAvailable, readTotal, readUnitLimit } from './read-rejection.ts';

test('a new total is read to the cent', () => {
  expect(readTotal({ price: '19.99', total_amount: 39.98 })).toBe(3_998);
  expect(readTotal({ total_amount: 0.29 })).toBe(29);
});

test.each([
  undefined,
  null,
  'text',
  {},
  { total_amount: '39.98' },
  { total_amount: -1 },
  { total_amount: 0 },
  { total_amount: Number.NaN },
  { total_amount: 1e15 },
])('%j has no valid total', (current) => expect(readTotal(current)).toBeUndefined());

test('the available units are read, including 0', () => {
  expect(readAvailable({ available: 3 })).toBe(3);
  expect(readAvailable({ available: 0 })).toBe(0);
});

test.each([undefined, null, 3, { available: -1 }, { available: 1.5 }, { available: '3' }])(
  '%j has no valid number of available units',
  (current) => expect(readAvailable(current)).toBeUndefined(),
);

test('a limit of units is read, also when none are held', () => {
  expect(readUnitLimit({ limit: 10, held: 8 })).toEqual({ limit: 10, held: 8 });
  expect(readUnitLimit({ limit: 10, held: 0 })).toEqual({ limit: 10, held: 0 });
});

test.each([undefined, null, {}, { limit: 10 }, { limit: '10', held: 0 }, { limit: 10, held: -1 }])(
  '%j has no valid limit of units',
  (current) => expect(readUnitLimit(current)).toBeUndefined(),
);
