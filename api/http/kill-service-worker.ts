/** Where a page whose files do not load asks whether its service worker is to blame. No worker of ours answers it. */
export const KILL_PATH = '/sw-kill.json';

/**
 * A service worker that takes the place of a broken one and removes itself: it deletes the caches and reloads its pages from the network.
 * IndexedDB stays: it may hold work that is not sent yet.
 */
export const SELF_DESTROYING_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      for (const name of await caches.keys()) await caches.delete(name);
      await self.registration.unregister();
      for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
    })(),
  );
});
`;
