import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BuildPart } from './parse-builds.ts';
import { buildUrl, readBuildQuery, sharedBuildUrl } from './build-url.ts';

const query = (url: string): string => url.slice(url.indexOf('?'));
const part = (shop: BuildPart['shop'], id: number, quantity = 1): BuildPart => ({
  shop,
  id,
  quantity,
  slot: '',
  title: '',
});
const readShared = (search: string) => {
  const request = readBuildQuery(search);
  return request.kind === 'shared' ? request.shared : undefined;
};

test('a link holds name, parts and quantities, and the shop of second-hand parts', () => {
  const build = { name: 'Élan & co', isFree: true, parts: [part('pc', 12), part('pc', 7, 2), part('ayz', 30, 99)] };
  const url = sharedBuildUrl(build);
  expect(url).toBe('/builds?parts=12.7x2.ayz-30x99&name=%C3%89lan+%26+co&free=1');
  expect(readShared(query(url))).toEqual({ ...build, leftOut: 0, unreadable: 0 });
});

test('an own build is opened by its id; an address without a valid id or parts opens all builds', () => {
  expect(readBuildQuery(query(buildUrl(3)))).toEqual({ kind: 'own', id: 3 });
  for (const search of ['', '?build=x', '?build=0', '?name=Only'])
    expect(readBuildQuery(search)).toEqual({ kind: 'all' });
});

test('unreadable entries are counted, and the quantities of a product that occurs twice are added up', () => {
  const shared = readShared('?parts=1.x.2x0.3x100.2147483648.default-4.nowhere-5.1x2..ayz-6');
  expect(shared).toMatchObject({ parts: [part('pc', 1, 3), part('ayz', 6)], leftOut: 0, unreadable: 6 });
  expect(readShared('?parts=')).toMatchObject({ name: '', parts: [], unreadable: 0 });
});

test('a link with more than 500 parts opens with the first 500', () => {
  const ids = Array.from({ length: 507 }, (_, index) => index + 1);
  const shared = readShared(`?parts=${ids.join('.')}`);
  expect([shared?.parts.length, shared?.leftOut]).toEqual([500, 7]);
  expect(sharedBuildUrl({ name: '', isFree: false, parts: shared?.parts ?? [] }).length).toBeLessThan(8_000);
});

test('any name is read from a link as one line of at most 100 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (name) => {
      const shared = readShared(query(sharedBuildUrl({ name, isFree: false, parts: [part('pc', 1)] })));
      expect([...(shared?.name ?? '')].length).toBeLessThanOrEqual(100);
      expect(shared?.name).not.toMatch(/[\n\r]/);
    }),
  );
});
