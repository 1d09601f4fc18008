import { expect, it } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { backoffMs, retryDelayMs } from './backoff.ts';

it('[PULL4] delays have full jitter, from 0.5 s up to a limit that doubles from 1 s to 60 s', () => {
  for (let failed = 1; failed < 20; failed++) {
    for (const random of [0, 0.3, 0.999]) {
      const delayMs = backoffMs(failed, () => random);
      expect(delayMs).toBeGreaterThanOrEqual(500);
      expect(delayMs).toBeLessThanOrEqual(Math.min(1_000 * 2 ** (failed - 1), 60_000));
    }
  }
  expect(backoffMs(20, () => 0.999)).toBeCloseTo(59_940);
});

it.each([
  ['too-many-requests', 90, 1, 90_000],
  ['too-many-requests', 2, 20, 30_000],
  ['internal', undefined, 20, 30_000],
  ['not-ready', undefined, 20, 3_000],
  ['not-ready', 1, 20, 3_000],
  ['not-ready', 5, 20, 5_000],
  ['not-ready', 5, 1, 5_000],
] as const)('[PULL4] %s, Retry-After %s and %i failures delay a retry by %i ms', (code, asked, failed, delayMs) => {
  const error = new ApiError(code, undefined, { retryAfterSeconds: asked });
  expect(retryDelayMs(error, failed, () => 0.5)).toBe(delayMs);
});
