/** The path where a page whose files do not load asks whether its service worker must be removed. Our service workers leave it to the network. */
export const KILL_PATH = '/sw-kill.json';

/**
 * A service worker that replaces a broken one and unregisters itself: it deletes the caches and reloads its pages from the network.
 * IndexedDB is kept: it may hold unsent operations.
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
