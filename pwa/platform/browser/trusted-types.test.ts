import { expect, test } from 'vitest';
import { ownScriptUrl } from './trusted-types.ts';

const ORIGIN = 'https://shop.example';

test('a script of the page’s own origin is returned unchanged', () => {
  expect(ownScriptUrl('/assets/worker.js', ORIGIN)).toBe('/assets/worker.js');
  expect(ownScriptUrl('https://shop.example/sw.js', ORIGIN)).toBe('https://shop.example/sw.js');
});

test.each([
  'https://evil.example/x.js',
  '//evil.example/x.js',
  'data:text/javascript,1',
  'blob:https://evil.example/1',
])('a foreign script is rejected: %s', (url) => expect(() => ownScriptUrl(url, ORIGIN)).toThrow(TypeError));
