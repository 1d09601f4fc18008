import type { WatchedProduct } from '#contract/http/push.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';
import { STOP_WATCHING, WATCH_STOPS_CACHE, watchStopPath } from '#contract/service-worker/watch-stops.ts';
import type { StopMessage } from '#contract/service-worker/watch-stops.ts';

const WATCHES_PATH = '/api/push/watches';

type WorkerScope = Pick<ServiceWorkerGlobalScope, 'caches' | 'clients' | 'fetch' | 'registration'>;

/**
 * Stops watching the products of a notification when its button is pressed. The page holds the watch list. It learns of the change from a
 * message, or from a cached note when it is next opened. The server is called at once; without a network, the page informs it later.
 */
export async function stopWatching(
  { caches, clients, fetch, registration }: WorkerScope,
  notice: Notification,
): Promise<void> {
  notice.close();
  const { products } = notice.data as { readonly products: readonly WatchedProduct[] };
  // A full device stores no note; the server and open pages are informed anyway.
  await noteStops(caches, products).catch(() => undefined);
  const message: StopMessage = { type: STOP_WATCHING, products };
  for (const page of await clients.matchAll({ type: 'window' })) page.postMessage(message);
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return;
  await fetch(WATCHES_PATH, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
    body: JSON.stringify({ endpoint: subscription.endpoint, products }),
  }).catch(() => undefined);
}

async function noteStops(caches: CacheStorage, products: readonly WatchedProduct[]): Promise<void> {
  const cache = await caches.open(WATCH_STOPS_CACHE);
  for (const product of products) await cache.put(watchStopPath(product), new Response());
}
