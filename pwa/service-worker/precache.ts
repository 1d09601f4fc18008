const LANGUAGE_TIMEOUT_MS = 8_000;

/** One file of the build; `revision` is null where the name contains a hash of the content. */
export interface PrecacheEntry {
  readonly url: string;
  readonly revision: string | null;
}

const REVISION = '__revision';
/** The texts of one language; `nameLanguage` of the build names their file. */
const LANGUAGE_FILE = /\/language-(\w+)-/;
/** A program of some 100 KB that only some devices ever need, such as the reader of barcodes where the browser has none. */
const PROGRAM_FILE = /\.wasm$/;

/** The cached files of one release of the page. */
export interface Precache {
  /**
   * Fetches the missing files: of all languages only that of this device, and programs only on devices that have used one. Files that have
   * arrived stay when another one fails, so that the next attempt is shorter. @throws TypeError when a file cannot be fetched or is not
   * from the shop, DOMException when it cannot be stored
   */
  install(): Promise<void>;
  /** Deletes files that only other releases need. */
  activate(): Promise<void>;
  /** Whether a URL is a file of this release. @param url without its query */
  has(url: string): boolean;
  /** Returns the stored file of a URL, else the server's; the server's languages and programs are stored. @param url without its query */
  match(url: string): Promise<Response>;
}

export interface PrecacheOptions {
  readonly caches: CacheStorage;
  /** Shared by all releases: keys contain the revision, so a new worker fills the cache while the old one serves from it. */
  readonly cacheName: string;
  /** Origin of the page. */
  readonly origin: string;
  readonly fetch: typeof globalThis.fetch;
  /** Returns the language of this device. */
  readonly readLanguage: () => Promise<string>;
}

/** Creates the precache of a release. */
export function createPrecache(
  entries: readonly PrecacheEntry[],
  { caches, cacheName, origin, fetch, readLanguage }: PrecacheOptions,
): Precache {
  const keys = new Map(
    entries.map(({ url, revision }) => {
      const address = new URL(url, origin);
      const key = new URL(address);
      if (revision !== null) key.searchParams.set(REVISION, revision);
      return [address.href, key.href];
    }),
  );

  const fetchWhole = async (url: string, isNamedByContent: boolean, signal?: AbortSignal): Promise<Response> => {
    // The HTTP cache may hold an older version of a file whose name has no hash.
    const response = await fetch(url, {
      cache: isNamedByContent ? 'default' : 'reload',
      credentials: 'same-origin',
      ...(signal && { signal }),
    });
    if (response.status !== 200 || response.type === 'opaque' || response.redirected) {
      throw new TypeError(`${url} answered ${response.status}`);
    }
    return response;
  };

  return {
    async install() {
      const [cache, language] = await Promise.all([caches.open(cacheName), readLanguage()]);
      const usesPrograms = (await cache.keys()).some(({ url }) => PROGRAM_FILE.test(url));
      const isWanted = (url: string): boolean =>
        PROGRAM_FILE.test(url) ? usesPrograms : (LANGUAGE_FILE.exec(url)?.[1] ?? language) === language;
      const fill = async ([url, key]: readonly [string, string]): Promise<void> => {
        if (!(await cache.match(key))) await cache.put(key, await fetchWhole(url, url === key));
      };
      const results = await Promise.allSettled([...keys].filter(([url]) => isWanted(url)).map(fill));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },

    async activate() {
      const cache = await caches.open(cacheName);
      const wanted = new Set(keys.values());
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
    },

    has: (url) => keys.has(url),

    async match(url) {
      // The browser may have evicted the file, or the cache cannot be read: fetch it again.
      const found = await caches.match(keys.get(url) ?? url, { cacheName }).catch(() => undefined);
      if (found || !(LANGUAGE_FILE.test(url) || PROGRAM_FILE.test(url))) return found ?? fetch(url);
      // The page waits for its texts: without an answer in time it starts in English. A program may take as long as it needs.
      const signal = LANGUAGE_FILE.test(url) ? AbortSignal.timeout(LANGUAGE_TIMEOUT_MS) : undefined;
      const response = await fetchWhole(url, true, signal);
      try {
        await (await caches.open(cacheName)).put(url, response.clone());
      } catch {
        // A full device or a failing cache: the file is fetched each time.
      }
      return response;
    },
  };
}
