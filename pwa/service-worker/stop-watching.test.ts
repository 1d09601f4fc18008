import { expect, test } from 'vitest';
import { readWatchStop } from '#contract/service-worker/watch-stops.ts';
import { showPushNotification } from './push-notifications.ts';
import { stopWatching } from './stop-watching.ts';

const PRODUCTS = [
  { shop: 'pc', id: 1 },
  { shop: 'smart', id: 7 },
] as const;
const MESSAGE = { title: 'Lamp', body: 'Now $80', tag: 'watch pc 1', path: '/pcshop?product=1' };

test('a notification of watched products has a button that stops watching them', async () => {
  const shown: unknown[] = [];
  const registration = { showNotification: async (_: string, options: unknown) => void shown.push(options) };
  const clients = { matchAll: async () => [] } as unknown as Parameters<typeof showPushNotification>[1];
  const stop = { label: 'Stop watching', products: [...PRODUCTS] };
  await showPushNotification(registration as unknown as ServiceWorkerRegistration, clients, { ...MESSAGE, stop });
  expect(shown).toMatchObject([
    {
      data: { path: MESSAGE.path, products: PRODUCTS },
      actions: [{ action: 'stop-watching', title: 'Stop watching' }],
    },
  ]);
});

/** Presses the button; returns the stored notes, and what open pages received. */
async function press(fetch: (...request: unknown[]) => Promise<Response>, open?: () => Promise<never>) {
  const notes: string[] = [];
  const posted: unknown[] = [];
  const scope = {
    caches: { open: open ?? (async () => ({ put: async (path: string) => void notes.push(path) })) },
    clients: { matchAll: async () => [{ postMessage: (message: unknown) => void posted.push(message) }] },
    registration: { pushManager: { getSubscription: async () => ({ endpoint: 'https://push.example/1' }) } },
    fetch,
  };
  const notice = { data: { path: '/', products: PRODUCTS }, close: () => void posted.push('closed') };
  await stopWatching(scope as unknown as Parameters<typeof stopWatching>[0], notice as unknown as Notification);
  return { notes, posted };
}

test('a press of the button is noted for the page, and reaches open pages and the server', async () => {
  const calls: unknown[] = [];
  const { notes, posted } = await press(async (...request) => {
    calls.push(request);
    return new Response(null, { status: 204 });
  });
  expect(notes.map(readWatchStop)).toEqual(PRODUCTS);
  expect(posted).toEqual(['closed', { type: 'stop-watching', products: PRODUCTS }]);
  expect(calls).toMatchObject([
    [
      '/api/push/watches',
      { method: 'DELETE', body: JSON.stringify({ endpoint: 'https://push.example/1', products: PRODUCTS }) },
    ],
  ]);
});

test('a press of the button without a network is noted, too', async () => {
  const { notes } = await press(() => Promise.reject(new TypeError('offline')));
  expect(notes).toEqual(['/watch-stops/pc/1', '/watch-stops/smart/7']);
});

test.each(['/watch-stops/nope/1', '/watch-stops/pc/x', '/watch-stops/pc/1/2', '/'])(
  'a note with another path does not stop watching: %s',
  (path) => {
    expect(readWatchStop(path)).toBeUndefined();
  },
);

test('a press of the button on a full device reaches open pages and the server', async () => {
  const calls: unknown[] = [];
  const { posted } = await press(
    async (...request) => {
      calls.push(request);
      return new Response(null, { status: 204 });
    },
    () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  );
  expect(posted).toEqual(['closed', { type: 'stop-watching', products: PRODUCTS }]);
  expect(calls).toHaveLength(1);
});
