import { readWatchStop, STOP_WATCHING, WATCH_STOPS_CACHE } from '#contract/service-worker/watch-stops.ts';
import type { StopMessage } from '#contract/service-worker/watch-stops.ts';
import { savedOffers } from '#pwa/platform/storage/saved-offers.ts';
import type { WatchedId } from './to-watch-list.ts';

/** Stops watching what a notification's button stopped while no page could note it. */
export async function applyWatchStops(): Promise<void> {
  // Missing on pages without a secure connection, which have no notifications either.
  if (!('caches' in globalThis) || !(await caches.has(WATCH_STOPS_CACHE))) return;
  const cache = await caches.open(WATCH_STOPS_CACHE);
  for (const request of await cache.keys()) {
    const stopped = readWatchStop(new URL(request.url).pathname);
    if (stopped) setWatched(stopped, false);
    await cache.delete(request);
  }
}

/** Stops watching what the buttons of notifications stop, from now on; returns a function that ends this. */
export function startApplyingStops(): () => void {
  const apply = (): void => void applyWatchStops().catch(() => undefined);
  const onMessage = ({ data }: MessageEvent): void => {
    const { type, products = [] } = (data ?? {}) as Partial<StopMessage>;
    if (type !== STOP_WATCHING) return;
    // A full device has no note of them.
    for (const product of products) setWatched(product, false);
    apply();
  };
  navigator.serviceWorker?.addEventListener('message', onMessage);
  apply();
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
}

/** Starts or stops watching a product of the wish list. */
export function setWatched({ shop, id }: WatchedId, isWatched: boolean): void {
  const saved = savedOffers.get()[shop]?.[id];
  if (!saved || saved.isWatched === isWatched) return;
  savedOffers.change(shop, (offers) => {
    const offer = offers[id];
    return offer ? { ...offers, [id]: { ...offer, isWatched } } : offers;
  });
}
