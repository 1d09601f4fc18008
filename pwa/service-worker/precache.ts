/** One file of the build; files without a revision have it in their name. */
export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
}

const REVISION = '__revision';

/** The files of one release of the page, kept on the device. */
export interface Precache {
  /** Fetches what is not kept yet. What arrived stays when another file fails, so that the next try is shorter. @throws TypeError when a file cannot be had whole */
  install(): Promise<void>;
  /** Drops what only other releases need. */
  activate(): Promise<void>;
  /** Whether a URL is a file of this release. @param url without its query */
  has(url: string): boolean;
  /** The stored file of a URL, else the server's. @param url without its query */
  match(url: string): Promise<Response>;
}

export interface PrecacheOptions {
  readonly caches: CacheStorage;
  /** Shared by all releases: an entry is named by file and revision, so that a new worker fills it beside the one that serves. */
  readonly cacheName: string;
  /** That of the page. */
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Plans the cache of a release. */
export function createPrecache(
  entries: readonly PrecacheEntry[],
  { caches, cacheName, origin, fetch }: PrecacheOptions,
): Precache {
  const keys = new Map(
    entries.map(({ url, revision }) => {
      const address = new URL(url, origin);
      const key = new URL(address);
      if (revision !== null) key.searchParams.set(REVISION, revision);
      return [address.href, key.href];
    }),
  );

  const fetchWhole = async (url: string, isNamedByContent: boolean): Promise<Response> => {
    // A file whose name does not tell its content may lie in the browser's own cache in an older form.
    const response = await fetch(url, { cache: isNamedByContent ? 'default' : 'reload', credentials: 'same-origin' });
    if (response.status !== 200 || response.type === 'opaque' || response.redirected) {
      throw new TypeError(`${url} answered ${response.status}`);
    }
    return response;
  };

  return {
    async install() {
      const cache = await caches.open(cacheName);
      const fill = async ([url, key]: readonly [string, string]): Promise<void> => {
        if (!(await cache.match(key))) await cache.put(key, await fetchWhole(url, url === key));
      };
      const results = await Promise.allSettled([...keys].map(fill));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },

    async activate() {
      const cache = await caches.open(cacheName);
      const wanted = new Set(keys.values());
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
    },

    has: (url) => keys.has(url),

    async match(url) {
      // A file that the browser has dropped, or cannot read any more, is fetched again.
      const found = await caches.match(keys.get(url) ?? url, { cacheName }).catch(() => undefined);
      return found ?? fetch(url);
    },
  };
}
