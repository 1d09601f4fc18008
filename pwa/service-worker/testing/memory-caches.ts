const urlOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? request.url : new URL(String(request), 'https://shop.test').href;

/** Cache storage in memory with the methods that the service worker uses; Node has none. */
export class MemoryCaches {
  readonly #caches = new Map<string, Map<string, Response>>();
  /** When set, the device is full: every put fails. */
  isFull = false;
  /** When set, every call fails, as with damaged storage. */
  isBroken = false;

  /** URLs in one cache, in order of insertion. */
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
