import type { PushMessage } from '#contract/http/push.ts';

/**
 * Shows what a push service delivered, and on the app's sign how many chats have something unread. Without a sound where the app is on the
 * screen: it has its own.
 */
export async function showPushNotification(
  registration: ServiceWorkerRegistration,
  clients: Clients,
  message: PushMessage,
): Promise<void> {
  const { title, path, unread, ...shown } = message;
  // Not every system has room for a number, and none of them is worth a message.
  if (unread !== undefined) navigator.setAppBadge?.(unread).catch(() => undefined);
  const windows = await clients.matchAll({ type: 'window' });
  const silent = windows.some(({ visibilityState }) => visibilityState === 'visible');
  await registration.showNotification(title, { ...shown, silent, data: path, icon: '/icons/icon-192.png' });
}

/** Leads to what a notice is about, in a window that is open or in a new one; never to another site. */
export async function openNotification(clients: Clients, origin: string, notice: Notification): Promise<void> {
  notice.close();
  const { href } = new URL(String(notice.data), origin);
  if (!href.startsWith(`${origin}/`)) return;
  const [open] = await clients.matchAll({ type: 'window' });
  // A window that this worker does not control cannot be led anywhere.
  await (open?.focus().then((focused) => focused.navigate(href)) ?? clients.openWindow(href));
}
