import { expect, it } from 'vitest';
import { isCompressible, MIN_COMPRESSED_BYTES } from './compressible.ts';

it.each([
  ['/index.html', true],
  ['/assets/shop-DxF3.js', true],
  ['a/b.css', true],
  ['/manifest.webmanifest', true],
  ['/icons/icon.svg', true],
  ['/robots.txt', true],
  ['/assets/reader.wasm', true],
  // Formats with their own compression, and unknown ones.
  ['/a.png', false],
  ['/a.webp', false],
  ['/favicon.ico', false],
  ['/font.woff2', false],
  ['/sound.mp3', false],
  ['/index.html.br', false],
  ['/data.bin', false],
  ['/v1.js/file', false],
])('whether %s is compressible if it is large enough: %s', (name, expected) => {
  expect(isCompressible(name, MIN_COMPRESSED_BYTES)).toBe(expected);
  expect(isCompressible(name, MIN_COMPRESSED_BYTES - 1)).toBe(false);
});
