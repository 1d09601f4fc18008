import { expect, test } from 'vitest';
import { formatCountdown } from './countdown.ts';

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [1_000, '0:01'],
  [1_001, '0:02'],
  [30_000, '0:30'],
  [59_001, '1:00'],
  [900_000, '15:00'],
])('%d ms are shown as %s', (leftMs, text) => {
  expect(formatCountdown(leftMs)).toBe(text);
});
