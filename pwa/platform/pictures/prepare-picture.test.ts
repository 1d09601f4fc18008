import { expect, test } from 'vitest';
import { planSize } from './open-picture.ts';
import { isHeic, isPictureFile, preparePicture } from './prepare-picture.ts';

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
    { width: 20_000, height: 1 },
    { width: 2_560, height: 1 },
  ],
])('%j is resized to %j', (size, expected) => {
  expect(planSize(size, 2_560)).toEqual(expected);
});

const file = (name: string, type: string): File => new File(['x'], name, { type });

test('only pictures of pixels are accepted, by their type, or by their name where a browser has no type for them', () => {
  const pictures = [file('a', 'image/jpeg'), file('a', 'image/avif'), file('IMG_1.HEIC', ''), file('a.avif', '')];
  expect(pictures.map(isPictureFile)).toEqual([true, true, true, true]);
  const others = [file('a', 'image/svg+xml'), file('a.png', 'text/html'), file('a.pdf', ''), file('a', '')];
  expect(others.map(isPictureFile)).toEqual([false, false, false, false]);
});

test('an iPhone’s photo is recognized by its type, or by its name in browsers without a type for it', () => {
  expect([file('a.heic', 'image/heic'), file('a', 'image/heif'), file('IMG_1.HEIC', '')].map(isHeic)).toEqual([
    true,
    true,
    true,
  ]);
  expect([file('a.jpg', 'image/jpeg'), file('heic.txt', ''), file('a.heic', 'text/plain')].map(isHeic)).toEqual([
    false,
    false,
    false,
  ]);
});

test('a file that is no image is rejected before it is read', async () => {
  const page = new Blob(['<script>'], { type: 'text/html' });
  expect(await preparePicture(page, { maxBytes: 1_000 })).toEqual({ ok: false, problem: 'not-an-image' });
});
