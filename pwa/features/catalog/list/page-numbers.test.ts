import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectPageNumbers } from './page-numbers.ts';

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 18, 19, 20]],
])('page %i of %i shows the expected page buttons', (page, pageCount, expected) => {
  expect(selectPageNumbers(page, pageCount)).toEqual(expected);
});

test('first, last and current page have a button, numbers ascend, gaps hide at least two pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.nat(), (pageCount, seed) => {
      const page = (seed % pageCount) + 1;
      const buttons = selectPageNumbers(page, pageCount);
      expect(buttons).toEqual(expect.arrayContaining([1, page, pageCount]));
      for (const [index, button] of buttons.entries()) {
        const next = buttons[index + 1];
        if (button === null) {
          const before = buttons[index - 1] ?? 0;
          expect((next ?? 0) - before).toBeGreaterThan(2);
        } else if (typeof next === 'number') expect(next).toBe(button + 1);
      }
    }),
  );
});
