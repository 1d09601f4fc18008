import { CHATS_PATH, PAYMENT_RESULT_PATHS } from './screens.ts';
import { findShopByPath, plainPath } from './shop-path.ts';
import type { ShopRow } from '../shops.ts';

/** Screens whose path is their name. */
const NAMED_SCREENS = ['account', 'privacy', 'compare', 'builds'] as const;

/** A screen of the shops' page. */
export type Route =
  | { readonly screen: 'shop'; readonly shop: ShopRow }
  | { readonly screen: (typeof NAMED_SCREENS)[number] }
  /** One chat, or null for the list. */
  | { readonly screen: 'chats'; readonly chatId: string | null }
  | { readonly screen: 'payment-result'; readonly outcome: keyof typeof PAYMENT_RESULT_PATHS }
  | { readonly screen: 'not-found' };

/** Returns the screen of a path. */
export function findRoute(path: string): Route {
  const shop = findShopByPath(path);
  if (shop) return { screen: 'shop', shop };
  const plain = plainPath(path);
  const page = NAMED_SCREENS.find((screen) => plain === `/${screen}`);
  if (page) return { screen: page };
  if (plain === CHATS_PATH) return { screen: 'chats', chatId: null };
  const [, chatId] = /^\/chat\/([^/]+)$/.exec(plain) ?? [];
  if (chatId !== undefined) return { screen: 'chats', chatId };
  for (const outcome of ['success', 'cancel'] as const)
    if (plain === PAYMENT_RESULT_PATHS[outcome]) return { screen: 'payment-result', outcome };
  return { screen: 'not-found' };
}
