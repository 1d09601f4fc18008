import { expect, test } from 'vitest';
import { SHOPS } from '#contract/shops.ts';
import { isPlainBlobPath } from '../storage/blob-store.ts';
import { imagePath } from './image-paths.ts';

test.each(SHOPS)('pictures of $key lie in its folder, as the specification names it', ({ key, imageFolder }) => {
  expect(imagePath(key, 12, 3)).toBe(`${imageFolder}/12/3.webp`);
  expect(imagePath(key, 12, 1, 'preview')).toBe(`${imageFolder}/12/preview/1.webp`);
  expect(isPlainBlobPath(imagePath(key, 12, 1, 'preview'))).toBe(true);
});
