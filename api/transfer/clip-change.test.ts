import { expect, test } from 'vitest';
import { clipChange } from './clip-change.ts';

test('short values stay as they are', () => {
  expect(clipChange({ field: 'price', before: '10', after: '12' })).toEqual({
    field: 'price',
    before: '10',
    after: '12',
  });
});

test('long values keep only the text around their first difference', () => {
  const same = 'x'.repeat(5_000);
  const { before, after } = clipChange({ field: 'description', before: `${same}old${same}`, after: `${same}new` });
  expect(before).toMatch(/^…x{20}oldx+…$/);
  expect(after).toBe(`…${'x'.repeat(20)}new`);
  expect(before.length).toBeLessThanOrEqual(122);
});

test('a cut leaves no half of an emoji', () => {
  const { before } = clipChange({ field: 'title', before: '🎁'.repeat(200), after: `${'🎁'.repeat(100)}🎀` });
  expect(before.isWellFormed()).toBe(true);
});
