import { SHARE_PATH } from '#contract/service-worker/share-target.ts';
import { answerImage } from './image-cache.ts';
import { createPrecache } from './precache.ts';
import type { PrecacheEntry } from './precache.ts';
import { isImage } from './request-rules.ts';
import { storeSharedFiles } from './share-target.ts';

declare const self: ServiceWorkerGlobalScope;
/** Files of this release, written by the build. */
declare const __ADMIN_FILES__: readonly PrecacheEntry[];

/**
 * The administration has a scope for each of its addresses, and one copy of this worker in each: they share one cache, and one may be older
 * than another. So what another release needs is dropped by age, never by this release's list.
 */
const CACHE = 'admin-shell';
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

const { origin } = self.location;
const precache = createPrecache(__ADMIN_FILES__, {
  caches,
  cacheName: CACHE,
  origin,
  fetch: (...request) => fetch(...request),
});
const wanted = new Set(__ADMIN_FILES__.map(({ url }) => new URL(url, origin).href));

self.addEventListener('install', (event) => event.waitUntil(precache.install()));

self.addEventListener('activate', (event) => event.waitUntil(dropOld()));

async function dropOld(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const { origin: from, pathname } = new URL(request.url);
    if (wanted.has(from + pathname)) continue;
    const date = Date.parse((await cache.match(request))?.headers.get('date') ?? '');
    if (!(date > Date.now() - KEPT_FOR_MS)) await cache.delete(request);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== origin) return;
  if (request.method === 'POST' && url.pathname === SHARE_PATH) event.respondWith(storeSharedFiles(request, caches));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(precache.match(`${origin}/admin.html`) ?? fetch(request));
  } else if (isImage(url.pathname)) {
    event.respondWith(answerImage(request, (work) => event.waitUntil(work)));
  } else {
    const file = precache.match(origin + url.pathname);
    if (file) event.respondWith(file);
  }
});

self.addEventListener('message', (event) => {
  const { type } = event.data as { readonly type?: unknown };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  else if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});
