import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { RequiredRole } from '#contract/account/roles.ts';
import type { FirstStep } from '#contract/http/first-steps.ts';
import { ORDERS_PATH } from '#contract/screens/screens.ts';
import { plainPath } from '#contract/screens/shop-path.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';

/** Parts of a shop's administration beside its three forms, in the URL as `?view=`. */
export const ADMIN_VIEWS = [
  'products',
  'transfer',
  'chats',
  'insights',
  'more',
  'shop',
  'replies',
  'audit',
  'team',
  'setup',
] as const;
export type AdminView = (typeof ADMIN_VIEWS)[number];

/** The role that each part needs; `forms` are the three forms. */
export const VIEW_ROLES = {
  forms: 'catalogue',
  products: 'catalogue',
  transfer: 'catalogue',
  chats: 'chat',
  insights: 'any',
  more: 'any',
  shop: 'owner',
  replies: 'chat',
  audit: 'owner',
  team: 'any',
  setup: 'owner',
} as const satisfies Record<AdminView | 'forms', RequiredRole>;

/** A screen of the administration. `view` is null for the forms. */
export type AdminRoute =
  { readonly screen: 'orders' } | { readonly screen: 'shop'; readonly shop: ShopRow; readonly view: AdminView | null };

/** The role that a screen needs. */
export const findRequiredRole = (route: AdminRoute): RequiredRole =>
  route.screen === 'orders' ? 'orders' : VIEW_ROLES[route.view ?? 'forms'];

/** The route of a URL; an unknown path leads to the first shop. */
export function findAdminRoute(path: string, search: string): AdminRoute {
  const plain = plainPath(path);
  if (plain === ORDERS_PATH) return { screen: 'orders' };
  const [first] = SHOP_ROWS;
  const shop = SHOP_ROWS.find(({ adminPath }) => adminPath === plain) ?? first;
  if (!shop) throw new Error('no shop is defined');
  const name = new URLSearchParams(search).get('view');
  return { screen: 'shop', shop, view: ADMIN_VIEWS.find((view) => view === name) ?? null };
}

/** Parts of the administration in its bar, in their order. */
export const ADMIN_SECTIONS = ['orders', 'chats', 'products', 'insights', 'more'] as const;
export type AdminSection = (typeof ADMIN_SECTIONS)[number];

/** The role that a part in the bar needs. */
export const sectionRole = (section: AdminSection): RequiredRole =>
  section === 'orders' ? 'orders' : VIEW_ROLES[section];

/** The views of a shop's products, in their order; null: the forms. */
export const PRODUCT_VIEWS = ['products', null, 'transfer'] as const;

/** The part in the bar that a screen belongs to. */
export function findSection(route: AdminRoute): AdminSection {
  if (route.screen === 'orders') return 'orders';
  const { view } = route;
  if (PRODUCT_VIEWS.some((each) => each === view)) return 'products';
  return view === 'chats' || view === 'insights' ? view : 'more';
}

/** The URL of a part of a shop's administration. */
export const adminUrl = (adminPath: string, view: AdminView | null): string =>
  view === null ? adminPath : `${adminPath}?view=${view}`;

/** The URL of the page on which a first step is done. */
export function stepUrl(adminPath: string, step: FirstStep): string {
  if (step === 'name') return adminUrl(adminPath, 'shop');
  return step === 'products' ? adminUrl(adminPath, 'transfer') : `${adminUrl(adminPath, 'setup')}#${step}`;
}

/** The administration of the shop that has orders. */
export const ORDERS_ADMIN_PATH = CART_SHOP.adminPath;
