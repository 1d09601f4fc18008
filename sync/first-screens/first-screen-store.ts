import { FIRST_SCREEN_CACHE } from '#contract/screens/first-screen.ts';

/** Port to stored first screens: JSON by URL. A failed write is ignored: no caller depends on it. */
export interface FirstScreenStore {
  find(address: string): Promise<string | undefined>;
  put(address: string, json: string): Promise<void>;
  delete(address: string): Promise<void>;
  /** URLs, the least recently stored first. */
  list(): Promise<string[]>;
}

/** First screens in Cache Storage, where the service worker finds them; without Cache Storage, a store that stores nothing. */
export function openFirstScreenStore(caches: CacheStorage | undefined): FirstScreenStore {
  // Missing on insecure pages, blocked in some private windows, full on some devices.
  const withCache = async <T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return caches ? await work(await caches.open(FIRST_SCREEN_CACHE)) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    find: (address) => withCache(async (cache) => (await cache.match(address))?.text(), undefined),
    put: (address, json) =>
      withCache(
        (cache) => cache.put(address, new Response(json, { headers: { 'content-type': 'application/json' } })),
        undefined,
      ),
    delete: async (address) => void (await withCache((cache) => cache.delete(address), false)),
    list: () => withCache(async (cache) => (await cache.keys()).map(({ url }) => toAddress(url)), []),
  };
}

function toAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
