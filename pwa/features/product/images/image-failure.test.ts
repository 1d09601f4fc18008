import { expect, test } from 'vitest';
import { addFailure, countFailures } from './image-failure.ts';

const NAME = '/images/PCProducts/7/preview/1.webp';
const began = { retries: 1, isOnline: true };

test('an image that was rejected after a retry is loaded again', () => {
  // The service worker rejected the attempt before it knew the visitor's new choice of images; the page got the error after the retry.
  const rejected = addFailure(undefined, NAME, began);
  expect(countFailures(rejected, NAME, { ...began, retries: 2 })).toBe(0);
  const again = addFailure(rejected, NAME, { ...began, retries: 2 });
  expect(again.attempt).not.toBe(rejected.attempt);
  expect(countFailures(again, NAME, { ...began, retries: 2 })).toBe(1);
});

test('an attempt that began offline is repeated online, even if it fails only after going online', () => {
  const failed = addFailure(undefined, NAME, { ...began, isOnline: false });
  expect(countFailures(failed, NAME, { ...began, isOnline: false })).toBe(1);
  expect(countFailures(failed, NAME, began)).toBe(0);
});

test('the failed sources of an image are counted, those of another image are not', () => {
  const two = addFailure(addFailure(undefined, NAME, began), NAME, began);
  expect(countFailures(two, NAME, began)).toBe(2);
  expect(countFailures(two, '/images/PCProducts/8/preview/1.webp', began)).toBe(0);
});
