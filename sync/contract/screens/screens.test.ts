import { describe, expect, test } from 'vitest';
import { findRoute } from './find-route.ts';
import type { Route } from './find-route.ts';
import { chatPagePath, listAdminPaths } from './screens.ts';
import { SHOPS } from '../shops.ts';

const NOT_FOUND: Route = { screen: 'not-found' };

describe('the screen of a path', () => {
  test.each(SHOPS)('$path shows its shop, also with a slash at the end', ({ key, path }) => {
    expect(findRoute(path)).toMatchObject({ screen: 'shop', shop: { key } });
    expect(findRoute(`${path}/`)).toMatchObject({ screen: 'shop', shop: { key } });
  });

  test.each<[string, Route]>([
    ['/account', { screen: 'account' }],
    ['/privacy', { screen: 'privacy' }],
    ['/compare', { screen: 'compare' }],
    ['/builds/', { screen: 'builds' }],
    ['/chats', { screen: 'chats', chatId: null }],
    ['/chats/', { screen: 'chats', chatId: null }],
    ['/chat/12-demo-bob', { screen: 'chats', chatId: '12-demo-bob' }],
    ['/chat/12-demo-bob/', { screen: 'chats', chatId: '12-demo-bob' }],
    [chatPagePath('nonsense'), { screen: 'chats', chatId: 'nonsense' }],
    ['/success', { screen: 'payment-result', outcome: 'success' }],
    ['/cancel/', { screen: 'payment-result', outcome: 'cancel' }],
    ['/chat', NOT_FOUND],
    ['/chat/', NOT_FOUND],
    ['/chat/1-bob/more', NOT_FOUND],
    ['/chatsmore', NOT_FOUND],
    ['/pcshop/more', NOT_FOUND],
    ['/PCSHOP', NOT_FOUND],
    ['/refferals2', NOT_FOUND],
    ['/constructor', NOT_FOUND],
  ])('%s is %j', (path, route) => expect(findRoute(path)).toEqual(route));

  test.each(listAdminPaths())('%s is not a shop screen', (path) => expect(findRoute(path)).toEqual(NOT_FOUND));
});
