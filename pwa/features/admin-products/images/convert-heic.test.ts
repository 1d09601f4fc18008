import { expect, test } from 'vitest';
import { isHeic } from './convert-heic.ts';

test('an iPhone’s photo is recognised by its type, or by its name in browsers without a type for it', () => {
  const file = (name: string, type: string): File => new File(['x'], name, { type });
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
