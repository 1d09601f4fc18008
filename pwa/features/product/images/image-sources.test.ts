import { expect, test } from 'vitest';
import { listImageSources } from './image-sources.ts';

const OPTIONS = { imageFolder: 'PCProducts', imageRef: { id: 7, image_version: 3 }, number: 2, sizes: '100vw' };
const SMALL = '/images/PCProducts/7/2-800.webp?v=3';
const LARGE = '/images/PCProducts/7/2.webp?v=3';

test('the first source lets the browser choose a width; each single width follows', () => {
  expect(listImageSources({ ...OPTIONS, savesData: false })).toEqual([
    { src: LARGE, srcSet: `${SMALL} 800w, ${LARGE} 1600w`, sizes: '100vw' },
    { src: LARGE },
    { src: SMALL },
  ]);
});

test('the small width comes first when the browser is set to save data', () => {
  expect(listImageSources({ ...OPTIONS, savesData: true })).toEqual([{ src: SMALL }, { src: LARGE }]);
});
