import { expect, test } from 'vitest';
import { SHOPS } from '#contract/shops.ts';
import { findRoute } from './routes.ts';

test.each(SHOPS)('$path leads to its shop, also with a slash at the end', ({ key, path }) => {
  expect(findRoute(path)).toMatchObject({ screen: 'shop', shop: { key } });
  expect(findRoute(`${path}/`)).toMatchObject({ screen: 'shop', shop: { key } });
});

test.each(['/account', '/pcshop/more', '/PCSHOP', '/refferals2', '/constructor'])('%s is no shop', (path) => {
  expect(findRoute(path)).toEqual({ screen: 'other' });
});
