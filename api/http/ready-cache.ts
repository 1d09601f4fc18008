import { sizeOfReply } from './ready-reply.ts';
import type { ReadyReply } from './ready-reply.ts';

/** A reply and whether it still says what the server would say now. */
export interface CachedReply {
  readonly reply: ReadyReply;
  readonly isFresh: () => boolean;
}

/** Ready replies by URL, the least recently used ones going first when they hold more than `maxBytes`. */
export class ReadyCache {
  readonly #entries = new Map<string, CachedReply>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The fresh reply to a URL. */
  find(url: string): ReadyReply | undefined {
    const entry = this.#entries.get(url);
    if (!entry) return undefined;
    if (!entry.isFresh()) {
      this.#remove(url, entry);
      return undefined;
    }
    // The map's order is the order of use.
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    return entry.reply;
  }

  set(url: string, entry: CachedReply): void {
    const old = this.#entries.get(url);
    if (old) this.#remove(url, old);
    if (sizeOfReply(entry.reply) > this.#maxBytes) return;
    this.#entries.set(url, entry);
    this.#bytes += sizeOfReply(entry.reply);
    for (const [oldestUrl, oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldestUrl, oldest);
    }
  }

  #remove(url: string, entry: CachedReply): void {
    this.#entries.delete(url);
    this.#bytes -= sizeOfReply(entry.reply);
  }
}
