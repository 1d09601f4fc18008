import { expect, test } from 'vitest';
import { listImageSources } from './image-sources.ts';

const WISH = { imageFolder: 'PCProducts', imageRef: { id: 7, image_version: 3 }, number: 2, sizes: '100vw' };
const SMALL = '/images/PCProducts/7/2-800.webp?v=3';
const LARGE = '/images/PCProducts/7/2.webp?v=3';

test('the browser chooses a width; each width alone comes after that', () => {
  expect(listImageSources({ ...WISH, savesData: false })).toEqual([
    { src: LARGE, srcSet: `${SMALL} 800w, ${LARGE} 1600w`, sizes: '100vw' },
    { src: LARGE },
    { src: SMALL },
  ]);
});

test('who saves data gets the small one first', () => {
  expect(listImageSources({ ...WISH, savesData: true })).toEqual([{ src: SMALL }, { src: LARGE }]);
});
