const urlOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? request.url : new URL(String(request), 'https://shop.test').href;

/** Cache storage in memory, as far as the service worker uses it. Node has none. */
export class MemoryCaches {
  readonly #caches = new Map<string, Map<string, Response>>();
  /** When set, the device has no room: every put is refused. */
  isFull = false;
  /** When set, the storage answers nothing but errors, as one that is damaged does. */
  isBroken = false;

  /** Addresses in one cache, in the order in which they came. */
  addresses(name: string): string[] {
    return [...(this.#caches.get(name)?.keys() ?? [])];
  }

  async open(name: string): Promise<Cache> {
    this.#fail();
    const entries = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, entries);
    const cache = {
      match: async (request: RequestInfo | URL) => entries.get(urlOf(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => {
        if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
        entries.set(urlOf(request), response);
      },
      delete: async (request: RequestInfo | URL) => entries.delete(urlOf(request)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
    return cache as unknown as Cache;
  }

  async match(request: RequestInfo | URL, options: { cacheName?: string } = {}): Promise<Response | undefined> {
    this.#fail();
    return this.#caches
      .get(options.cacheName ?? '')
      ?.get(urlOf(request))
      ?.clone();
  }

  async delete(name: string): Promise<boolean> {
    this.#fail();
    return this.#caches.delete(name);
  }

  async keys(): Promise<string[]> {
    this.#fail();
    return [...this.#caches.keys()];
  }

  #fail(): void {
    if (this.isBroken) throw new DOMException('Unexpected internal error.', 'UnknownError');
  }
}
