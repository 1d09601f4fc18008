import { expect, test } from 'vitest';
import { SHOPS } from '#contract/shops.ts';
import { adminUrl, findAdminRoute, findSection, ORDERS_ADMIN_PATH } from './admin-route.ts';

test.each(SHOPS.map(({ key, adminPath }) => [adminPath, key] as const))(
  '%s is the administration of %s',
  (path, key) => {
    for (const address of [path, `${path}/`]) {
      expect(findAdminRoute(address, '')).toMatchObject({ screen: 'shop', shop: { key }, view: null });
    }
    const [, search = ''] = adminUrl(path, 'audit').split('?');
    expect(findAdminRoute(path, `?${search}`)).toMatchObject({ shop: { key }, view: 'audit' });
    expect(findAdminRoute(path, '?view=nonsense')).toMatchObject({ shop: { key }, view: null });
  },
);

test('orders have a path of their own and belong to the shop with the cart', () => {
  expect(findAdminRoute('/orders', '')).toEqual({ screen: 'orders' });
  expect(findAdminRoute('/orders/', '?view=audit')).toEqual({ screen: 'orders' });
  expect(ORDERS_ADMIN_PATH).toBe('/ayzadmin');
});

test.each([
  ['/orders', '', 'orders'],
  ['/ayzadmin', '?view=chats&chat=ayz-1', 'chats'],
  ['/pcadmin', '', 'products'],
  ['/pcadmin', '?edit=4', 'products'],
  ['/pcadmin', '?view=products', 'products'],
  ['/pcadmin', '?view=transfer', 'products'],
  ['/admin', '?view=insights', 'insights'],
  ['/admin', '?view=audit', 'more'],
  ['/admin', '?view=team', 'more'],
])('%s%s belongs to the section %s of the bar', (path, search, section) => {
  expect(findSection(findAdminRoute(path, search))).toBe(section);
});
