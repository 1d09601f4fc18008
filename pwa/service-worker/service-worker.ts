import { clientsClaim } from 'workbox-core';
import { IMAGE_CACHE } from '#contract/image-cache.ts';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { addRoute, cleanupOutdatedCaches, createHandlerBoundToURL, precache } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isImage, isKeepableImage, ROOT_FILES, SERVER_PATHS } from './rules.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: PrecacheEntry[] };

const MAX_IMAGES = 2_000;

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Stands before the route of the precache, which would answer `/` as a file: every screen is the shell.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [SERVER_PATHS, ROOT_FILES] }));
addRoute({ directoryIndex: '', cleanURLs: false });

const images = new CacheFirst({
  cacheName: IMAGE_CACHE,
  plugins: [
    { cacheWillUpdate: ({ response }) => Promise.resolve(isKeepableImage(response) ? response : null) },
    // Workbox types its optional callbacks as possibly undefined.
    new ExpirationPlugin({ maxEntries: MAX_IMAGES, purgeOnQuotaError: true }) as WorkboxPlugin,
  ],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && isImage(url.pathname), images);

// The page that installs this worker gets its pictures kept, too. A newer worker still waits until it is asked for.
clientsClaim();

/** What the page tells the worker. */
type PageMessage =
  | { readonly type: 'SKIP_WAITING' }
  /** Pictures that were loaded before this worker was there. */
  | { readonly type: 'KEEP_IMAGES'; readonly urls: readonly string[] };

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  else if (message.type === 'KEEP_IMAGES') {
    const keep = (url: string): Promise<unknown> => images.handle({ event, request: new Request(url) });
    // A picture that cannot be had now is fetched again when it is next seen.
    event.waitUntil(Promise.allSettled(message.urls.slice(0, MAX_IMAGES).map(keep)));
  }
});
