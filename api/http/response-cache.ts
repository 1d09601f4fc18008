import { sizeOfResponse } from './cached-response.ts';
import type { CachedResponse } from './cached-response.ts';

/** A cached response and whether it is still current. */
export interface CacheEntry {
  readonly reply: CachedResponse;
  readonly isFresh: () => boolean;
  /** Called once, at the first request that the cache answers. */
  readonly onFirstUse?: () => void;
}

interface Entry extends CacheEntry {
  isUsed: boolean;
}

/** Cached responses by URL; the least recently used ones are evicted above `maxBytes`. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns whether a URL has exactly this response; does not count as a use. */
  holds(url: string, reply: CachedResponse): boolean {
    const entry = this.#entries.get(url);
    return entry?.reply === reply && entry.isFresh();
  }

  /** Returns the fresh response of a URL. */
  find(url: string): CachedResponse | undefined {
    const entry = this.#entries.get(url);
    if (!entry) return undefined;
    if (!entry.isFresh()) {
      this.#remove(url, entry);
      return undefined;
    }
    // The map's order is the order of use.
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    if (!entry.isUsed) {
      entry.isUsed = true;
      entry.onFirstUse?.();
    }
    return entry.reply;
  }

  set(url: string, entry: CacheEntry): void {
    const old = this.#entries.get(url);
    if (old) this.#remove(url, old);
    if (sizeOfResponse(entry.reply) > this.#maxBytes) return;
    this.#entries.set(url, { ...entry, isUsed: false });
    this.#bytes += sizeOfResponse(entry.reply);
    for (const [oldestUrl, oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldestUrl, oldest);
    }
  }

  #remove(url: string, entry: Entry): void {
    this.#entries.delete(url);
    this.#bytes -= sizeOfResponse(entry.reply);
  }
}
