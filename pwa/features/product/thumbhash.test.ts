import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { blurredPicture } from './thumbhash.ts';

const red = Buffer.from(rgbaToThumbHash(2, 2, Array.from({ length: 4 }, () => [255, 0, 0, 255]).flat())).toString(
  'base64',
);

test('a hash gives its blurred picture, made once', () => {
  expect(blurredPicture(red)).toMatch(/^data:image\/png;base64,/);
  expect(blurredPicture(red)).toBe(blurredPicture(red));
});

test.each(['', '!!!', 'AAA=', 'ünï'])('%o is no hash: there is no placeholder', (hash) => {
  expect(blurredPicture(hash)).toBeUndefined();
});
