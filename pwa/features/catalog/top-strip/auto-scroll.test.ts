import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionAtTime, timeAtPosition } from './auto-scroll.ts';

test('the strip moves one pixel every 20 ms and turns round at both ends', () => {
  expect(positionAtTime(0, 100)).toEqual({ offset: 0, direction: 1 });
  expect(positionAtTime(1_000, 100)).toEqual({ offset: 50, direction: 1 });
  expect(positionAtTime(2_000, 100)).toEqual({ offset: 100, direction: -1 });
  expect(positionAtTime(3_000, 100)).toEqual({ offset: 50, direction: -1 });
  expect(positionAtTime(4_000, 100)).toEqual({ offset: 0, direction: 1 });
});

test('the strip resumes at any position, in the direction in which it moved', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.constantFrom(1 as const, -1 as const),
      (range, part, direction) => {
        const position = { offset: part * range, direction };
        const resumed = positionAtTime(timeAtPosition(position, range), range);
        expect(resumed.offset).toBeCloseTo(position.offset, 6);
        expect(resumed.direction).toBe(direction);
      },
    ),
  );
});

test('a position beyond the end counts as the end, and a strip whose cards all fit does not move', () => {
  expect(timeAtPosition({ offset: 500, direction: 1 }, 100)).toBe(2_000);
  expect(positionAtTime(12_345, 0)).toEqual({ offset: 0, direction: 1 });
});
