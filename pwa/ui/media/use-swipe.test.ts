import { expect, test } from 'vitest';
import { swipeStep } from './use-swipe.ts';

test.each([
  [0, 0],
  [50, 0],
  [51, -1],
  [-50, 0],
  [-51, 1],
  [-400, 1],
])('a swipe of %i px moves by %i images', (offsetPx, step) => expect(swipeStep(offsetPx)).toBe(step));
