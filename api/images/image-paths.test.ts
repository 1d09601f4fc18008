import { describe, expect, test } from 'vitest';
import { PICTURE_WIDTHS, PREVIEW_WIDTHS } from '#contract/image-names.ts';
import { SHOPS } from '#contract/shops.ts';
import { isPlainBlobPath } from '../storage/blob-store.ts';
import { findSpecifiedPath, listPictureFiles, picturePath, previewPath } from './image-paths.ts';

test.each(SHOPS)('pictures of $key lie in its folder, as the specification names them', ({ key, imageFolder }) => {
  expect(picturePath(key, 12, 3)).toBe(`${imageFolder}/12/3.webp`);
  expect(previewPath(key, 12, 1)).toBe(`${imageFolder}/12/preview/1.webp`);
  for (const width of PREVIEW_WIDTHS) expect(isPlainBlobPath(previewPath(key, 12, 1, width))).toBe(true);
  for (const width of PICTURE_WIDTHS) expect(isPlainBlobPath(picturePath(key, 12, 1, width))).toBe(true);
});

test.each([
  ['PCProducts/12/preview/1-200.webp', 'PCProducts/12/preview/1.webp'],
  ['PCProducts/12/preview/1-800.webp', 'PCProducts/12/preview/1.webp'],
  ['PCProducts/12/3-800.webp', 'PCProducts/12/3.webp'],
  ['PCProducts/12/3-200.webp', undefined],
  ['PCProducts/12/preview/1-400.webp', undefined],
  ['PCProducts/12/3-1600.webp', undefined],
  ['PCProducts/12/3.webp', undefined],
  ['PCProducts/12/1732181000000-5.webp', undefined],
])('%s may be answered with %s', (path, specified) => {
  expect(findSpecifiedPath(path)).toBe(specified);
});

describe('files of a picture', () => {
  const [large, middle, small] = ['large', 'middle', 'small'].map((name) => Buffer.from(name)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const about = { placeholder: '', width: 1, height: 1 };

  test('are stored under their widths', () => {
    const files = listPictureFiles('pc', 7, 2, {
      ...about,
      pictures: new Map([
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
    const files = listPictureFiles('pc', 7, 1, {
      ...about,
      pictures: new Map([
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
});
