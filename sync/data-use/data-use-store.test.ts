import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { findDataKind } from '#contract/service-worker/data-use.ts';
import { addDataUse, readDataUse } from './data-use-store.ts';

const NOVEMBER = new Date(2026, 10, 22);
const DECEMBER = new Date(2026, 11, 1);

it('bytes add up within a month, and a new month starts at zero', async () => {
  await Promise.all([
    addDataUse(new Map([['images', 100]]), NOVEMBER),
    addDataUse(
      new Map([
        ['images', 20],
        ['account', 3],
      ]),
      NOVEMBER,
    ),
  ]);
  expect(await readDataUse(NOVEMBER)).toEqual({ images: 120, catalogue: 0, app: 0, account: 3 });
  await addDataUse(new Map([['app', 7]]), DECEMBER);
  expect(await readDataUse(DECEMBER)).toEqual({ images: 0, catalogue: 0, app: 7, account: 0 });
  expect((await readDataUse(NOVEMBER)).images).toBe(0);
});

it.each([
  ['/images/PCProducts/1/preview/1.webp', 'images'],
  ['/api/sync/blocks/aa', 'catalogue'],
  ['/api/sync/pc/changes', 'catalogue'],
  ['/api/products/7', 'catalogue'],
  ['/api/sync/push', 'account'],
  ['/api/sync/account', 'account'],
  ['/api/cart/7', 'account'],
  ['/assets/index.js', 'app'],
  ['/pcshop', 'app'],
])('the data of %s counts as %s', (path, kind) => {
  expect(findDataKind(path)).toBe(kind);
});
