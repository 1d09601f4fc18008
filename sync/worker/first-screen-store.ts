import { FIRST_SCREEN_CACHE } from '#contract/first-screen.ts';

/** Port to what is kept for first screens: JSON by address. What cannot be kept is not: nothing fails for want of it. */
export interface FirstScreenStore {
  find(address: string): Promise<string | undefined>;
  put(address: string, json: string): Promise<void>;
  delete(address: string): Promise<void>;
  /** Addresses, the one that was put longest ago first. */
  list(): Promise<string[]>;
  /** Deletes everything; false when there was nothing. */
  drop(): Promise<boolean>;
}

/** First screens in Cache Storage, where the service worker finds them; a store that keeps nothing where there is none. */
export function openFirstScreenStore(caches: CacheStorage | undefined): FirstScreenStore {
  // Missing on pages that are not served securely, refused in some private windows, full on some devices.
  const attempt = async <T>(work: (storage: CacheStorage) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return caches ? await work(caches) : otherwise;
    } catch {
      return otherwise;
    }
  };
  const withCache = <T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> =>
    attempt(async (storage) => work(await storage.open(FIRST_SCREEN_CACHE)), otherwise);
  return {
    find: (address) => withCache(async (cache) => (await cache.match(address))?.text(), undefined),
    put: (address, json) =>
      withCache(
        (cache) => cache.put(address, new Response(json, { headers: { 'content-type': 'application/json' } })),
        undefined,
      ),
    delete: async (address) => void (await withCache((cache) => cache.delete(address), false)),
    list: () => withCache(async (cache) => (await cache.keys()).map(({ url }) => toAddress(url)), []),
    drop: () => attempt((storage) => storage.delete(FIRST_SCREEN_CACHE), false),
  };
}

function toAddress(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
