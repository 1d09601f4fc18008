import { inLanguage, planFirstScreen, renderDocument } from 'virtual:first-screen';
import { NavigationRoute } from 'workbox-routing/NavigationRoute.js';
import { Router } from 'workbox-routing/Router.js';
import { Route } from 'workbox-routing/Route.js';
import { PRECACHE } from '#contract/service-worker/storage-full.ts';
import type { ImageChoice } from '#contract/service-worker/data-use.ts';
import { countDataUse } from '#sync/data-use/count-data-use.ts';
import type { PushMessage } from '#contract/http/push.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { readShopDocument } from '#contract/shop-settings/shop-document.ts';
import { STOP_WATCHING } from '#contract/service-worker/watch-stops.ts';
import { findRoute } from '#contract/screens/find-route.ts';
import { answerNavigation } from './answer-navigation.ts';
import { answerOldAddress, keepOldAddresses } from './answer-old-address.ts';
import { answerImage, cacheImages, loadAsked } from './image-cache.ts';
import { changeImageChoice, readImageChoice, storeImageChoice } from './image-choice.ts';
import { deleteWorkboxCaches } from './delete-workbox-caches.ts';
import { createPrecache } from './precache.ts';
import type { PrecacheEntry } from './precache.ts';
import { openNotification, showPushNotification } from './push-notifications.ts';
import { reportFullStorage } from './report-full-storage.ts';
import { readLanguage, readNotedShop } from './read-notes.ts';
import { isImage, ROOT_FILES, SERVER_PATHS } from './request-rules.ts';
import { sendOutbox } from './send-outbox.ts';
import { stopWatching } from './stop-watching.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly PrecacheEntry[] };

const { origin } = self.location;
// Without the web app manifest, which the build lists as well: a cached copy would keep a former name of the shop.
const files = self.__WB_MANIFEST.filter(({ url }) => !url.endsWith('.webmanifest'));
const precache = createPrecache(files, {
  caches,
  cacheName: PRECACHE,
  origin,
  fetch: (...request) => fetch(...request),
  readLanguage,
});
const DOCUMENT = `${origin}/index.html`;

self.addEventListener('install', (event) => event.waitUntil(install()));

async function install(): Promise<void> {
  try {
    await precache.install();
  } catch (error) {
    if ((error as Error).name === 'QuotaExceededError') await reportFullStorage(self);
    throw error;
  }
}

const network = { caches, fetch: (...request: Parameters<typeof fetch>) => fetch(...request) };

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([precache.activate(), deleteWorkboxCaches(caches)]));
  // Not waited for: pages wait for the activation.
  void keepOldAddresses(network);
});

countDataUse();

const router = new Router();
router.registerRoute(
  new NavigationRoute(({ request, url }) => answerScreen(url, request), { denylist: [SERVER_PATHS, ROOT_FILES] }),
);
// Old addresses may look like files: many shops had pages such as `/lamp.html`.
router.registerRoute(
  new NavigationRoute(
    ({ request }) => answerOldAddress(request, { ...network, sendPage: async () => Response.error() }),
    {
      allowlist: [ROOT_FILES],
      denylist: [SERVER_PATHS],
    },
  ),
);
router.registerRoute(
  new Route(
    ({ request, sameOrigin, url }) => sameOrigin && request.mode !== 'navigate' && isImage(url.pathname),
    async ({ event, request }) => answerImage(request, (work) => event.waitUntil(work), await readImageChoice()),
  ),
);
router.registerRoute(
  new Route(
    ({ request, url }) => request.mode !== 'navigate' && precache.has(url.origin + url.pathname),
    ({ url }) => precache.match(url.origin + url.pathname),
  ),
);
router.addFetchListener();

self.addEventListener('push', (event) => event.waitUntil(showPushed(event.data?.json() as PushMessage)));

async function showPushed(message: PushMessage): Promise<void> {
  // The message is shown even if the settings with its icon cannot be read.
  const shop = await readShop().catch(() => ({}));
  await showPushNotification(self.registration, self.clients, message, shop);
}

const readShop = async (): Promise<ShopSettings> =>
  (await readNotedShop()) ?? readShopDocument(await (await precache.match(DOCUMENT)).text());

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(
    event.action === STOP_WATCHING
      ? stopWatching(self, event.notification)
      : openNotification(self.clients, origin, event.notification),
  ),
);

/** Missing in TypeScript's library: only some browsers have this event. */
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: ExtendableEvent & { readonly tag: string };
  }
}
self.addEventListener('sync', (event) => event.waitUntil(sendOutbox(event.tag)));

async function answerScreen(url: URL, request: Request): Promise<Response> {
  const loadTemplate = (): Promise<Response> => precache.match(DOCUMENT);
  if (findRoute(url.pathname).screen === 'not-found') {
    return answerOldAddress(request, { ...network, sendPage: loadTemplate });
  }
  try {
    return await answerNavigation(url, {
      caches,
      loadTemplate,
      planFirstScreen,
      renderDocument,
      inLanguage,
      readLanguage,
      readNotedShop,
    });
  } catch {
    // A damaged record or failing storage: the page renders itself.
    return loadTemplate();
  }
}

/** Messages from the page to the worker. */
type PageMessage =
  | { readonly type: 'SKIP_WAITING' }
  /** From the page that installed this worker, so that its images are cached, too. */
  | { readonly type: 'CLAIM' }
  /** Images that the page loaded before this worker was active. */
  | { readonly type: 'KEEP_IMAGES'; readonly urls: readonly string[] }
  /** Images that the visitor asked for; answered with whether they arrived. */
  | { readonly type: 'LOAD_IMAGES'; readonly urls: readonly string[] }
  /** Which images the visitor wants to be fetched; answered with whether it differs from the previous choice. */
  | { readonly type: 'CHOOSE_IMAGES'; readonly choice: ImageChoice };

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  else if (message.type === 'CLAIM') event.waitUntil(self.clients.claim());
  else if (message.type === 'CHOOSE_IMAGES') {
    event.waitUntil(changeImageChoice(message.choice).then((isOther) => event.ports[0]?.postMessage(isOther)));
    event.waitUntil(storeImageChoice(message.choice).catch(() => undefined));
  } else if (message.type === 'LOAD_IMAGES')
    event.waitUntil(loadAsked(message.urls).then((isLoaded) => event.ports[0]?.postMessage(isLoaded)));
  else if (message.type === 'KEEP_IMAGES') event.waitUntil(cacheImages(message.urls));
});
