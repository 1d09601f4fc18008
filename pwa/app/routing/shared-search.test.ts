import { expect, it } from 'vitest';
import { findSharedAddress } from './shared-search.ts';

const SHOP = 'https://shop.example';
const share = (parts: { readonly title?: string; readonly text?: string; readonly url?: string }): string => {
  const query = new URLSearchParams(Object.entries(parts).map(([name, value]) => [`shared-${name}`, value]));
  const address = new URL(findSharedAddress(`?${query}`, SHOP), SHOP);
  return address.searchParams.get('q') ?? address.pathname + address.search;
};

it.each([
  ['a text', { text: 'desk lamp' }, 'desk lamp'],
  ['a text with a link in it', { text: 'Look: oak desk https://other.example/x?y=1' }, 'Look: oak desk'],
  ['a title beside a link', { title: 'Desk Lamp', url: 'https://other.example/p/1' }, 'Desk Lamp'],
  ['a link whose path names a product', { url: 'https://other.example/Oak-Desk-Lamp/dp/B01' }, 'Oak Desk Lamp'],
  ['a link in the text alone', { text: 'https://other.example/shop/oak_desk_lamp.html?ref=1' }, 'oak desk lamp'],
  ['a link of this shop', { text: `${SHOP}/pcshop?product=7` }, '/pcshop?product=7'],
  ['a link of this shop in a sentence', { text: `See (${SHOP}/pcshop?product=7).` }, '/pcshop?product=7'],
  ['a link of this shop with two slashes', { text: `${SHOP}//x` }, '//x'],
  ['a link that is none', { text: 'https://[/ desk' }, 'desk'],
  ['a link without words', { url: 'https://other.example/1/2' }, '/'],
  ['a damaged link', { url: 'https://other.example/%E0%A4%A' }, '/'],
  ['nothing', {}, '/'],
])('%s, shared with the shop, opens a search, a page of the shop or its start', (_what, parts, expected) => {
  expect(share(parts)).toBe(expected);
});

it('a shared text longer than a search is cut', () => {
  expect(share({ text: 'ab '.repeat(1_000) }).length).toBeLessThanOrEqual(200);
});
