import { expect, test } from 'vitest';
import { chatPagePath, CHATS_PATH, listAdminPaths } from '#contract/screens/screens.ts';
import { SHOPS } from '#contract/shops.ts';
import { isCacheableImage, listWidths, ROOT_FILES, SERVER_PATHS } from './request-rules.ts';

const isApp = (path: string): boolean => !SERVER_PATHS.test(path) && !ROOT_FILES.test(path);

test.each([
  ...SHOPS.map((shop) => shop.path),
  '/pcshop?product=12',
  '/?q=a.b',
  '/apiary',
  '/imagesque',
  '/nowhere/else',
  CHATS_PATH,
  chatPagePath('1-bob'),
])('a navigation to %s is answered by the shell', (path) => expect(isApp(path)).toBe(true));

test.each([
  '/api',
  '/api/products',
  '/api?x',
  '/images/PCProducts/1/1.webp',
  '/healthz',
  '/readyz',
  '/dev/credentials',
  '/service-worker.js',
  '/manifest.webmanifest',
  '/robots.txt',
  '/index.html',
  '/sitemap.xml?x=1',
  ...listAdminPaths(),
  '/fifthadmin?tab=add',
])('a navigation to %s goes to the server', (path) => expect(isApp(path)).toBe(false));

const answer = (status: number, contentType: string | null, type: ResponseType = 'basic') => ({
  status,
  type,
  headers: new Headers(contentType === null ? {} : { 'content-type': contentType }),
});

test('a complete image of the page’s own origin is cached', () => {
  expect(isCacheableImage(answer(200, 'image/webp'))).toBe(true);
});

test.each([
  ['a page in place of an image', answer(200, 'text/html; charset=utf-8')],
  ['an answer without type', answer(200, null)],
  ['a missing image', answer(404, 'image/webp')],
  ['a part of an image', answer(206, 'image/webp')],
  ['an answer of another origin', answer(200, 'image/webp', 'cors')],
  ['an opaque answer', answer(0, null, 'opaque')],
])('[fault 52] %s is not cached', (_, response) => expect(isCacheableImage(response)).toBe(false));

test.each([
  ['/images/PCProducts/1/preview/1.webp?v=3', '/images/PCProducts/1/preview/1-800.webp?v=3'],
  ['/images/PCProducts/1/preview/1-200.webp?v=3', '/images/PCProducts/1/preview/1.webp?v=3'],
  ['/images/PCProducts/12/3-800.webp?v=0', '/images/PCProducts/12/3.webp?v=0'],
])('the widths of the image %s include %s', (address, other) => expect(listWidths(address)).toContain(other));

test('a file that is no image of a product has no other widths', () => {
  expect(listWidths('/images/fonts/a.woff2')).toEqual([]);
});
