import { expect, test } from 'vitest';
import { moveOn } from './plan-scroll.ts';
import type { ScrollPlace } from './plan-scroll.ts';

test('the strip moves one pixel every 20 ms, whatever the rate of frames', () => {
  let place: ScrollPlace = { offset: 0, direction: 1 };
  for (let frame = 0; frame < 125; frame++) place = moveOn(place, 8, 1_000);
  expect(place.offset).toBeCloseTo(50);
});

test('it turns round at both ends', () => {
  const atEnd = moveOn({ offset: 99.9, direction: 1 }, 20, 100);
  expect(atEnd).toEqual({ offset: 100, direction: -1 });
  expect(moveOn(atEnd, 20, 100)).toEqual({ offset: 99, direction: -1 });
  expect(moveOn({ offset: 0.5, direction: -1 }, 20, 100)).toEqual({ offset: 0, direction: 1 });
});

test('a long gap is no jump, and a strip that has room for all its cards stands still', () => {
  expect(moveOn({ offset: 10, direction: 1 }, 60_000, 100).offset).toBe(15);
  expect(moveOn({ offset: 10, direction: -1 }, 20, 0)).toEqual({ offset: 0, direction: 1 });
});
