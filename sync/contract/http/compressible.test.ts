import { expect, it } from 'vitest';
import { isCompressible, MIN_COMPRESSED_BYTES } from './compressible.ts';

it.each([
  '/index.html',
  '/assets/shop-DxF3.js',
  'a/b.css',
  '/manifest.webmanifest',
  '/icons/icon.svg',
  '/robots.txt',
  '/assets/reader.wasm',
])('a text or program is compressible: %s', (name) => {
  expect(isCompressible(name, MIN_COMPRESSED_BYTES)).toBe(true);
  expect(isCompressible(name, MIN_COMPRESSED_BYTES - 1)).toBe(false);
});

it.each([
  '/a.png',
  '/a.webp',
  '/favicon.ico',
  '/font.woff2',
  '/sound.mp3',
  '/index.html.br',
  '/data.bin',
  '/v1.js/file',
])('a format with its own compression, or an unknown one, is not compressible: %s', (name) => {
  expect(isCompressible(name, 1_000_000)).toBe(false);
});
