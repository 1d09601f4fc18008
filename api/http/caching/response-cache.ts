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

/** Cached responses by key; the least recently used ones are evicted above `maxBytes`. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;
  /** The last entry of the map, if it is known. */
  #newest: Entry | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns whether a key has exactly this response; does not count as a use. */
  holds(key: string, reply: CachedResponse): boolean {
    const entry = this.#entries.get(key);
    return entry?.reply === reply && entry.isFresh();
  }

  /** Returns the response of a key; undefined when there is none or it is stale. */
  find(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (!entry.isFresh()) {
      this.#remove(key, entry);
      return undefined;
    }
    // The map's order is the order of use; a response that is the newest already stays where it is.
    if (entry !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = entry;
    }
    if (!entry.isUsed) {
      entry.isUsed = true;
      entry.onFirstUse?.();
    }
    return entry.reply;
  }

  set(key: string, entry: CacheEntry): void {
    const old = this.#entries.get(key);
    if (old) this.#remove(key, old);
    if (sizeOf(key, entry) > this.#maxBytes) return;
    this.#newest = { ...entry, isUsed: false };
    this.#entries.set(key, this.#newest);
    this.#bytes += sizeOf(key, entry);
    for (const [oldestKey, oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldestKey, oldest);
    }
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key);
    if (entry === this.#newest) this.#newest = undefined;
    this.#bytes -= sizeOf(key, entry);
  }
}

const sizeOf = (key: string, { reply }: CacheEntry): number => 2 * key.length + sizeOfResponse(reply);
