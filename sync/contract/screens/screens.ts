import { SHOP_ROWS } from '../shops.ts';

export const ACCOUNT_PATH = '/account';
/** The account page with one of its tabs open. */
export const accountTabPath = (tab: 'orders' | 'cart'): string => `${ACCOUNT_PATH}?tab=${tab}`;
/** The page of one of the user's orders, by the order's id or its payment's id. */
export const orderPagePath = (id: string): string =>
  `${ACCOUNT_PATH}?${new URLSearchParams({ [ORDER_PARAMETER]: id })}`;
export const ORDER_PARAMETER = 'order';
export const CHATS_PATH = '/chats';
/** Products of a shop side by side; `?shop=` and `?products=` name them. */
export const COMPARE_PATH = '/compare';
/** The build lists of a device; `?build=` names one, `?parts=` holds a shared one. */
export const BUILDS_PATH = '/builds';
const CHAT_PATH = '/chat';
/** Where a payment page sends the buyer back to; `?order=` names the order. */
export const PAYMENT_RESULT_PATHS = { success: '/success', cancel: '/cancel' } as const;

/** The page of a chat. */
export const chatPagePath = (chatId: string): string => `${CHAT_PATH}/${chatId}`;

/** The administration's page with all orders; each shop's page is its `adminPath`. */
export const ORDERS_PATH = '/orders';

/** Every path of the administration. */
export const listAdminPaths = (): readonly string[] => [ORDERS_PATH, ...SHOP_ROWS.map(({ adminPath }) => adminPath)];

/** First segments of the paths at which the server answers calls or serves files. */
export const SERVER_FOLDERS = [
  'api',
  'images',
  'assets',
  'icons',
  'screenshots',
  'realtime',
  'healthz',
  'readyz',
  'metrics',
  'dev',
] as const;

/** Path prefixes that search engines must not read: calls, and screens that show one visitor's data. */
export const listPrivatePaths = (): readonly string[] => [
  '/api/',
  '/realtime',
  ACCOUNT_PATH,
  CHAT_PATH,
  ORDERS_PATH,
  ...Object.values(PAYMENT_RESULT_PATHS),
  ...SHOP_ROWS.map(({ adminPath }) => adminPath),
];
