import { NavigationRoute } from 'workbox-routing/NavigationRoute.js';
import { Route } from 'workbox-routing/Route.js';
import { Router } from 'workbox-routing/Router.js';
import { fillShopDocument, readShopDocument } from '#contract/shop-settings/shop-document.ts';
import { SHARE_PATH } from '#contract/service-worker/share-target.ts';
import { answerImage } from './image-cache.ts';
import { createPrecache } from './precache.ts';
import type { PrecacheEntry } from './precache.ts';
import { readLanguage, readNotedShop } from './read-notes.ts';
import { isImage } from './request-rules.ts';
import { storeSharedFiles } from './share-target.ts';

declare const self: ServiceWorkerGlobalScope;
/** Files of this release, written by the build. */
declare const __ADMIN_FILES__: readonly PrecacheEntry[];

/**
 * Each path of the administration is a scope with its own copy of this worker. The copies share one cache and may be of different releases, so
 * files of other releases are deleted by age, never by this release's list.
 */
const CACHE = 'admin-shell';
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

const { origin } = self.location;
const precache = createPrecache(__ADMIN_FILES__, {
  caches,
  cacheName: CACHE,
  origin,
  fetch: (...request) => fetch(...request),
  readLanguage,
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

/** Returns the page's document, filled with the shop settings that a page on this device noted last. */
async function answerScreen(): Promise<Response> {
  const [response, noted] = await Promise.all([
    precache.match(`${origin}/admin.html`),
    readNotedShop().catch(() => undefined),
  ]);
  const text = await response.clone().text();
  const headers = new Headers(response.headers);
  // These headers describe the bytes as transferred, not the changed text.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  try {
    return new Response(fillShopDocument(text, noted ?? readShopDocument(text)), { status: response.status, headers });
  } catch {
    // The document's own settings are damaged: the page gets the document unchanged.
    return response;
  }
}

const router = new Router();
router.registerRoute(
  new Route(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => storeSharedFiles(request, caches),
    'POST',
  ),
);
router.registerRoute(new NavigationRoute(answerScreen));
router.registerRoute(
  new Route(
    ({ sameOrigin, url }) => sameOrigin && isImage(url.pathname),
    ({ event, request }) => answerImage(request, (work) => event.waitUntil(work)),
  ),
);
router.registerRoute(
  new Route(
    ({ url }) => precache.has(url.origin + url.pathname),
    ({ url }) => precache.match(url.origin + url.pathname),
  ),
);
router.addFetchListener();

self.addEventListener('message', (event) => {
  const { type } = event.data as { readonly type?: unknown };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  else if (type === 'CLAIM') event.waitUntil(self.clients.claim());
});
