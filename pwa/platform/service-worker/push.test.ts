import { afterEach, expect, test, vi } from 'vitest';
import { subscribeToPush, unsubscribeFromPush } from './push.ts';

const provideRegistration = (registration: object | undefined): void => {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } });
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['a browser with service workers and no push', {}],
  ['a page without service worker', undefined],
])('%s has nothing to unsubscribe', async (_what, registration) => {
  provideRegistration(registration);
  await expect(unsubscribeFromPush()).resolves.toBeUndefined();
});

test('unsubscribing returns the endpoint of the ended subscription', async () => {
  const unsubscribe = vi.fn(() => Promise.resolve(true));
  const subscription = { endpoint: 'https://push.example/1', unsubscribe };
  provideRegistration({ pushManager: { getSubscription: () => Promise.resolve(subscription) } });
  await expect(unsubscribeFromPush()).resolves.toBe('https://push.example/1');
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test('subscribing fails after 10 s on a device whose first service worker never becomes active', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve('granted') });
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => undefined) } });
  const outcome = expect(subscribeToPush('key')).rejects.toThrow('No service worker became active');
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
});
