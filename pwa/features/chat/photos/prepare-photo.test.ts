import { expect, test } from 'vitest';
import { isPhotoFile, planSize, preparePhoto } from './prepare-photo.ts';

test.each([
  [
    { width: 4_000, height: 3_000 },
    { width: 2_560, height: 1_920 },
  ],
  [
    { width: 3_000, height: 4_000 },
    { width: 1_920, height: 2_560 },
  ],
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 2_560, height: 1 },
    { width: 2_560, height: 1 },
  ],
  [
    { width: 20_000, height: 1 },
    { width: 2_560, height: 1 },
  ],
])('%j is resized to %j', (size, expected) => {
  expect(planSize(size)).toEqual(expected);
});

test('only raster images are accepted', () => {
  expect(['image/jpeg', 'image/heic', 'image/gif'].map((type) => isPhotoFile({ type }))).toEqual([true, true, true]);
  expect(['image/svg+xml', 'text/html', 'application/pdf', ''].map((type) => isPhotoFile({ type }))).not.toContain(
    true,
  );
});

test('a file that is no image is rejected before it is read', async () => {
  const page = new Blob(['<script>'], { type: 'text/html' });
  expect(await preparePhoto(page)).toEqual({ ok: false, problem: 'not-an-image' });
});
