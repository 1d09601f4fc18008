import { expect, it } from 'vitest';
import { findRoute } from '#contract/screens/find-route.ts';
import { webManifest } from './web-manifest.ts';

it('the shortcuts of the installed shop are cart, orders and chats, then the shops', () => {
  const { shortcuts = [] } = webManifest();
  expect(shortcuts.slice(0, 3).map(({ name, url }) => [name, url])).toEqual([
    ['Cart', '/account?tab=cart'],
    ['My orders', '/account?tab=orders'],
    ['Chats', '/chats'],
  ]);
  const screens = shortcuts.map(({ url }) => findRoute(new URL(url, 'https://shop.example').pathname).screen);
  expect(screens).toEqual(['account', 'account', 'chats', 'shop', 'shop', 'shop', 'shop']);
});
