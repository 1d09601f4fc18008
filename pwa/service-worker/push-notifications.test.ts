import { expect, test, vi } from 'vitest';
import { openNotification, showPushNotification } from './push-notifications.ts';

const ORIGIN = 'https://shop.test';

const windowsThat = (...states: string[]): Parameters<typeof showPushNotification>[1] =>
  ({ matchAll: async () => states.map((visibilityState) => ({ visibilityState })) }) as unknown as Parameters<
    typeof showPushNotification
  >[1];

test('a pushed message is shown as a notification with its tag and its path', async () => {
  const shown: unknown[] = [];
  const registration = { showNotification: async (...notice: unknown[]) => void shown.push(...notice) };
  const message = { title: 'Paid', body: 'Your order is paid', tag: 'order-1', path: '/account' };
  await showPushNotification(registration as unknown as ServiceWorkerRegistration, windowsThat('hidden'), message);
  expect(shown).toEqual([
    'Paid',
    { body: 'Your order is paid', tag: 'order-1', silent: false, data: '/account', icon: '/icons/icon-192.png' },
  ]);
});

test('a notification is silent while the app is visible', async () => {
  const shown: unknown[] = [];
  const registration = { showNotification: async (_: string, options: unknown) => void shown.push(options) };
  const message = { title: 'Support', body: 'Hello', tag: 'chat 1-bob', path: '/chat/1-bob' };
  await showPushNotification(
    registration as unknown as ServiceWorkerRegistration,
    windowsThat('hidden', 'visible'),
    message,
  );
  await showPushNotification(registration as unknown as ServiceWorkerRegistration, windowsThat(), message);
  expect(shown).toMatchObject([{ silent: true }, { silent: false }]);
});

test('the app badge shows the number of unread chats on systems that have badges', async () => {
  const registration = { showNotification: async () => undefined } as unknown as ServiceWorkerRegistration;
  const message = { title: 'Support', body: 'Hello', tag: 'chat 1-bob', path: '/chat/1-bob', unread: 3 };
  await showPushNotification(registration, windowsThat(), message);
  const badges: (number | undefined)[] = [];
  vi.stubGlobal('navigator', {
    setAppBadge: async (count?: number) => {
      badges.push(count);
      throw new DOMException('not here', 'NotAllowedError');
    },
  });
  await showPushNotification(registration, windowsThat(), message);
  await showPushNotification(registration, windowsThat(), { ...message, unread: 0 });
  vi.unstubAllGlobals();
  expect(badges).toEqual([3, 0]);
});

/** Presses a notification; returns that it closed, and the URL that a window was led to or opened with. */
async function press(path: unknown, hasWindow: boolean): Promise<string[]> {
  const done: string[] = [];
  const focused = { navigate: async (href: string) => void done.push(`led to ${href}`) };
  const clients = {
    matchAll: async () => (hasWindow ? [{ focus: async () => focused }] : []),
    openWindow: async (href: string) => void done.push(`opened ${href}`),
  };
  const notice = { data: path, close: () => void done.push('closed') };
  await openNotification(
    clients as unknown as Parameters<typeof openNotification>[0],
    ORIGIN,
    notice as unknown as Notification,
  );
  return done;
}

test('a clicked notification opens its path in an open window, or in a new one', async () => {
  expect(await press('/account', true)).toEqual(['closed', `led to ${ORIGIN}/account`]);
  expect(await press('/account', false)).toEqual(['closed', `opened ${ORIGIN}/account`]);
});

test.each(['https://evil.test/', '//evil.test', 'javascript:alert(1)', 'https://shop.test.evil.test/'])(
  'a notification never leads to another site: %s',
  async (path) => {
    expect(await press(path, true)).toEqual(['closed']);
  },
);
