import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { signInImageClient } from '../testing/clients/image-client.ts';
import type { ImageClient } from '../testing/clients/image-client.ts';

let app: TestApp;
let admin: ImageClient;
beforeAll(async () => {
  app = await startTestApp();
  admin = await signInImageClient(app);
  await app.context.products.saveProducts('pc', [
    { id: 7, external_id: 'lamp', fields: { title: 'Lamp', main_category: 'Light & more', category: 'Desk' } },
  ]);
});
afterAll(() => app.stop());

const importRows = async (rows: readonly object[], dryRun = false) =>
  json(await admin.call('POST', '/api/import-redirects?shop=pc', { rows, dryRun }))['results'];
const open = async (path: string) => {
  const { status, headers } = await send(app.url, path);
  return [status, headers['location']];
};
const OLD = [
  { old_path: 'https://old.example/products/lamp/', product: 'lamp' },
  { old_path: '/lamp.html?lang=en', product: '7' },
  { old_path: '/collections/лампы', main_category: 'Light & more' },
  { old_path: '/collections/desk', main_category: 'Light & more', category: 'Desk' },
];

test('[IMP6] old addresses lead to products and categories with 301, and a second import changes nothing', async () => {
  expect(await importRows(OLD, true)).toEqual(OLD.map(() => ({ outcome: 'added' })));
  expect((await open('/products/lamp'))[0]).not.toBe(301);
  await importRows(OLD);
  expect(await open('/products/lamp')).toEqual([301, '/pcshop?product=7']);
  expect(await open('/products/lamp/?utm_source=mail')).toEqual([301, '/pcshop?product=7']);
  expect(await open('/lamp.html?lang=en')).toEqual([301, '/pcshop?product=7']);
  expect(await open(encodeURI('/collections/лампы'))).toEqual([301, '/pcshop?main=Light+%26+more']);
  expect(await open('/collections/desk')).toEqual([301, '/pcshop?main=Light+%26+more&category=Desk']);
  for (const path of ['/pcshop', '/products/other', '/constructor', '//evil.example/products/lamp']) {
    expect((await open(path))[0]).not.toBe(301);
  }
  expect(await importRows(OLD)).toEqual(OLD.map(() => ({ outcome: 'unchanged' })));
  expect(json(await send(app.url, '/old-addresses.json'))).toMatchObject({ '/products/lamp': '/pcshop?product=7' });
});

test('[IMP6] no address leads to itself, to another old one, to another site or to nothing: each rejected row says why', async () => {
  const cases = [
    [{ old_path: '/pcshop', product: 'lamp' }, 'old_path', FIELD_PROBLEMS.oldPathOwn],
    [{ old_path: '/api/products', product: 'lamp' }, 'old_path', FIELD_PROBLEMS.oldPathOwn],
    [{ old_path: '/service-worker.js', product: 'lamp' }, 'old_path', FIELD_PROBLEMS.oldPathOwn],
    [{ old_path: '//evil.example/x', product: 'lamp' }, 'old_path', FIELD_PROBLEMS.oldPath],
    [{ old_path: 'lamp', product: 'lamp' }, 'old_path', FIELD_PROBLEMS.oldPath],
    [{ old_path: '/a', product: '/products/lamp' }, 'product', FIELD_PROBLEMS.targetIsOldPath],
    [{ old_path: '/b', product: '/b' }, 'product', FIELD_PROBLEMS.targetIsOldPath],
    [{ old_path: '/c', product: 'https://evil.example/chair' }, 'product', FIELD_PROBLEMS.noTarget],
    [{ old_path: '/d', main_category: 'Nothing' }, 'main_category', FIELD_PROBLEMS.noTarget],
    [{ old_path: '/e' }, 'main_category', FIELD_PROBLEMS.noTarget],
  ] as const;
  expect(await importRows(cases.map(([row]) => row))).toEqual(
    cases.map(([, field, reason]) => ({ outcome: 'rejected', field, reason })),
  );
  expect(
    await importRows([
      { old_path: '/f', product: 'lamp' },
      { old_path: '/f', main_category: 'Light & more' },
    ]),
  ).toEqual([{ outcome: 'added' }, { outcome: 'rejected', field: 'old_path', reason: FIELD_PROBLEMS.oldPathRepeated }]);
});

test('[IMP6] the address of a product whose variants are products of their own here leads to the first variant', async () => {
  const common = { title: 'Teapot', main_category: 'Kitchen', category: 'Pots' };
  await app.context.products.saveProducts('pc', [
    { id: 20, external_id: 'teapots', fields: common },
    { id: 21, external_id: 'teapot/Red', fields: common },
    { id: 22, external_id: 'teapot/Blue, dark', fields: common },
  ]);
  await importRows([{ old_path: '/products/old-teapot', product: 'https://old.example/products/teapot' }]);
  expect(await open('/products/old-teapot')).toEqual([301, '/pcshop?product=21']);
  expect(await importRows([{ old_path: '/x', product: '/products/tea' }])).toMatchObject([{ outcome: 'rejected' }]);
});
