import { expect, test } from 'vitest';
import { planSize } from './open-image.ts';
import { isHeic, isImageFile, prepareImage } from './prepare-image.ts';

test.each([
  [4_000, 3_000, 2_560, 1_920],
  [3_000, 4_000, 1_920, 2_560],
  [640, 480, 640, 480],
  [20_000, 1, 2_560, 1],
])('an image of %i × %i px is resized to %i × %i', (width, height, newWidth, newHeight) => {
  expect(planSize({ width, height }, 2_560)).toEqual({ width: newWidth, height: newHeight });
});

const file = (name: string, type: string): File => new File(['x'], name, { type });

test('only raster images are accepted, by their type, or by their name if the browser has no type', () => {
  const images = [file('a', 'image/jpeg'), file('a', 'image/avif'), file('IMG_1.HEIC', ''), file('a.avif', '')];
  expect(images.map(isImageFile)).toEqual([true, true, true, true]);
  const others = [file('a', 'image/svg+xml'), file('a.png', 'text/html'), file('a.pdf', ''), file('a', '')];
  expect(others.map(isImageFile)).toEqual([false, false, false, false]);
});

test('an iPhone’s photo is recognized by its type, or by its name in browsers without a type for it', () => {
  expect([file('a.heic', 'image/heic'), file('a', 'image/heif'), file('IMG_1.HEIC', '')].every(isHeic)).toBe(true);
  expect([file('a.jpg', 'image/jpeg'), file('heic.txt', ''), file('a.heic', 'text/plain')].some(isHeic)).toBe(false);
});

test('a file that is no image is rejected before it is read', async () => {
  const page = new Blob(['<script>'], { type: 'text/html' });
  expect(await prepareImage(page, { maxBytes: 1_000 })).toEqual({ ok: false, problem: 'not-an-image' });
});
