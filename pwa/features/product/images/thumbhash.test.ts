import { rgbaToThumbHash } from 'thumbhash';
import { expect, test } from 'vitest';
import { blurredImage } from './thumbhash.ts';

const red = Buffer.from(rgbaToThumbHash(2, 2, Array.from({ length: 4 }, () => [255, 0, 0, 255]).flat())).toString(
  'base64',
);

test('a hash is decoded into the same blurred image each time', () => {
  expect(blurredImage(red)).toMatch(/^data:image\/png;base64,/);
  expect(blurredImage(red)).toBe(blurredImage(red));
});

test.each(['', '!!!', 'AAA=', 'ünï'])('%o is no hash and has no placeholder', (hash) => {
  expect(blurredImage(hash)).toBeUndefined();
});
