import type { PushMessage } from '#contract/http/push.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { iconPath } from '#contract/shop-settings/shop-document.ts';
import { STOP_WATCHING } from '#contract/service-worker/watch-stops.ts';

/**
 * Shows a pushed message and sets the app badge to the number of unread chats. The notification is silent while the app is visible, because
 * the app plays its own sound.
 */
export async function showPushNotification(
  registration: ServiceWorkerRegistration,
  clients: Clients,
  message: PushMessage,
  shop: ShopSettings = {},
): Promise<void> {
  const { title, path, unread, stop, ...shown } = message;
  // Some systems have no badge; that is not worth an error.
  if (unread !== undefined) navigator.setAppBadge?.(unread).catch(() => undefined);
  const windows = await clients.matchAll({ type: 'window' });
  const silent = windows.some(({ visibilityState }) => visibilityState === 'visible');
  await registration.showNotification(title, {
    ...shown,
    silent,
    data: path,
    icon: iconPath(shop, 'icon-192.png'),
    ...(stop && { data: { path, products: stop.products }, actions: [{ action: STOP_WATCHING, title: stop.label }] }),
  });
}

/** Opens the path of a notification in an open window or a new one; never another site. */
export async function openNotification(clients: Clients, origin: string, notice: Notification): Promise<void> {
  notice.close();
  const { data } = notice as { readonly data: unknown };
  const path: unknown = typeof data === 'object' && data !== null && 'path' in data ? data.path : data;
  const { href } = new URL(String(path), origin);
  if (!href.startsWith(`${origin}/`)) return;
  const [open] = await clients.matchAll({ type: 'window' });
  // `matchAll` lists only windows that this worker controls; only those can be navigated.
  await (open?.focus().then((focused) => focused.navigate(href)) ?? clients.openWindow(href));
}
