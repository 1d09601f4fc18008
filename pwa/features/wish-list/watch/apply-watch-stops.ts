import { readWatchStop, STOP_WATCHING, WATCH_STOPS_CACHE } from '#contract/service-worker/watch-stops.ts';
import type { StopMessage } from '#contract/service-worker/watch-stops.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import { savedOffers } from './saved-offers.ts';
import type { WatchedId } from './to-watch-list.ts';

/** Stops watching the products that the shopper stopped by a notification's button. The service worker has noted them in a cache. */
export async function applyWatchStops(): Promise<void> {
  // `caches` is missing on pages without a secure connection, which have no notifications either.
  if (!('caches' in globalThis) || !(await caches.has(WATCH_STOPS_CACHE))) return;
  const cache = await caches.open(WATCH_STOPS_CACHE);
  for (const request of await cache.keys()) {
    const stopped = readWatchStop(new URL(request.url).pathname);
    if (stopped) stopWatching(stopped);
    await cache.delete(request);
  }
}

/** Applies the stops noted so far, and each later one as soon as its button is pressed. Returns a function that ends this. */
export function startApplyingStops(): () => void {
  const apply = (): void => void applyWatchStops().catch(() => undefined);
  const onMessage = ({ data }: MessageEvent): void => {
    const { type, products = [] } = (data ?? {}) as Partial<StopMessage>;
    if (type !== STOP_WATCHING) return;
    // The message names the products, too, because on a full device the service worker cannot note them in the cache.
    for (const product of products) stopWatching(product);
    apply();
  };
  navigator.serviceWorker?.addEventListener('message', onMessage);
  apply();
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
}

/** Stops watching one product of the wish list. */
function stopWatching({ shop, id }: WatchedId): void {
  if (savedOffers.get()[shop]?.[id]?.isWatched !== true) return;
  savedOffers.change(shop, (offers) => {
    const offer = offers[id];
    return offer ? { ...offers, [id]: { ...offer, isWatched: false } } : offers;
  });
}

/** Watches all products of the wish list again, including those stopped from notifications. */
export function watchAll(): void {
  for (const shop of SHOP_KEYS) {
    savedOffers.change(shop, (offers) =>
      Object.fromEntries(Object.entries(offers).map(([id, offer]) => [id, { ...offer, isWatched: true }])),
    );
  }
}
