import { describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS, PREVIEW_WIDTHS } from '#contract/images/image-names.ts';
import { SHOPS } from '#contract/shops.ts';
import { isPlainBlobPath } from '../storage/blobs/blob-store.ts';
import { listImageFiles, listPossiblePaths, parsePublicPath, imagePath, previewPath } from './image-paths.ts';

test.each(SHOPS)('images of $key are in its folder, under the specified names', ({ key, imageFolder }) => {
  expect(imagePath(key, 12, 3)).toBe(`${imageFolder}/12/3.webp`);
  expect(previewPath(key, 12, 1)).toBe(`${imageFolder}/12/preview/1.webp`);
  for (const width of PREVIEW_WIDTHS) expect(isPlainBlobPath(previewPath(key, 12, 1, width))).toBe(true);
  for (const width of IMAGE_WIDTHS) expect(isPlainBlobPath(imagePath(key, 12, 1, width))).toBe(true);
});

test.each([
  ['PCProducts/12/preview/1-200.webp', ['preview/7-200.webp', 'preview/7.webp', '7-800.webp', '7.webp']],
  ['PCProducts/12/preview/1-800.webp', ['preview/7-800.webp', 'preview/7.webp', '7-800.webp', '7.webp']],
  ['PCProducts/12/preview/1.webp', ['preview/7.webp', '7-800.webp', '7.webp']],
  ['PCProducts/12/3-800.webp', ['7-800.webp', '7.webp']],
  ['PCProducts/12/3.webp', ['7.webp']],
])('%s, stored under the number 7, is served from the first of these files that exists: %j', (path, names) => {
  expect(parsePublicPath(path)?.listNames(7)).toEqual(names);
});

test.each([
  'PCProducts/12/3-200.webp',
  'PCProducts/12/preview/1-400.webp',
  'PCProducts/12/3-1600.webp',
  'PCProducts/12/1732181000000-5.webp',
  'PCProducts/12/0.webp',
  'PCProducts/0/1.webp',
  'PCProducts/12/preview/../1.webp',
  'PCProducts/12/%31.webp',
  String.raw`PCProducts\12\1.webp`,
  'PCProducts/12/1.webp\0',
  'ChatPhotos/12/1.webp',
  'Pictures/p1/1.webp',
  '/PCProducts/12/1.webp',
])('%s names no product image', (path) => {
  expect(parsePublicPath(path)).toBeUndefined();
});

test('an address names an image by its shop, its product and its position', () => {
  expect(parsePublicPath('AYZProducts/12/preview/3-200.webp')).toMatchObject({ shop: 'ayz', productId: 12, number: 3 });
});

describe('files of an image', () => {
  const [large, middle, small] = ['large', 'middle', 'small'].map((name) => Buffer.from(name)) as [
    Buffer,
    Buffer,
    Buffer,
  ];

  test('are stored under their widths', () => {
    const files = listImageFiles('PCProducts/7', 2, {
      full: new Map([
        [800, middle],
        [1600, large],
      ]),
      previews: new Map([
        [200, small],
        [400, middle],
      ]),
    });
    expect(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))).toEqual({
      'PCProducts/7/2.webp': large,
      'PCProducts/7/2-800.webp': middle,
      'PCProducts/7/preview/2.webp': middle,
      'PCProducts/7/preview/2-200.webp': small,
    });
  });

  test('are not stored twice where the source is smaller than the widths', () => {
    const files = listImageFiles('PCProducts/7', 1, {
      full: new Map([
        [800, small],
        [1600, small],
      ]),
      previews: new Map([
        [200, small],
        [400, small],
        [800, small],
      ]),
    });
    expect(files.map(({ path }) => path)).toEqual(['PCProducts/7/1.webp', 'PCProducts/7/preview/1.webp']);
  });

  test('are all listed for deletion', () => {
    expect(listPossiblePaths('PCProducts/7', 2)).toEqual([
      'PCProducts/7/2-800.webp',
      'PCProducts/7/2.webp',
      'PCProducts/7/preview/2-200.webp',
      'PCProducts/7/preview/2.webp',
      'PCProducts/7/preview/2-800.webp',
    ]);
  });
});
