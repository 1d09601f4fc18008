import { afterEach, expect, test, vi } from 'vitest';
import { renewPush } from './renew-push.ts';

const KEYS = { p256dh: 'key', auth: 'secret' };

afterEach(() => vi.unstubAllGlobals());

/** Renews the push of a browser with a permission and a subscription; returns the subscriptions that are sent to the server. */
async function listSent(permission: NotificationPermission, subscription: object | null): Promise<unknown[]> {
  const pushManager = { getSubscription: () => Promise.resolve(subscription && { toJSON: () => subscription }) };
  vi.stubGlobal('Notification', { permission });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve({ pushManager }) } });
  const sent: unknown[] = [];
  await renewPush({
    subscribePush: ({ body }) => {
      sent.push(body);
      return Promise.resolve({ ok: true, value: undefined });
    },
  });
  return sent;
}

test('a device with a subscription sends it again, so that it belongs to the current session', async () => {
  const subscription = { endpoint: 'https://push.example/1', keys: KEYS };
  expect(await listSent('granted', subscription)).toEqual([subscription]);
});

test('a device without permission, subscription or keys sends nothing', async () => {
  const subscription = { endpoint: 'https://push.example/1', keys: KEYS };
  expect(await listSent('denied', subscription)).toEqual([]);
  expect(await listSent('granted', null)).toEqual([]);
  expect(await listSent('granted', { endpoint: 'https://push.example/1' })).toEqual([]);
});
