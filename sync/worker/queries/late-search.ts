import { lazyModule } from '../lazy-module.ts';
import type { LazyModule } from '../lazy-module.ts';

/** A search with an index of its own, which it builds on first use. */
export interface IndexedSearch {
  /** Releases the memory of the index. */
  forget(): void;
}

/** Loads the code of such a search on first use, and releases the memory of its index when unused for a while. */
export class LateSearch<T extends IndexedSearch> {
  readonly #search: LazyModule<T>;
  readonly #forgetAfterMs: number;
  #forgetTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: () => Promise<T>, forgetAfterMs: number) {
    this.#search = lazyModule(load);
    this.#forgetAfterMs = forgetAfterMs;
  }

  /** Returns undefined without the code: what such a search finds is only a suggestion. */
  async get(): Promise<T | undefined> {
    const search = await this.#search.get().catch(() => undefined);
    if (!search) return undefined;
    clearTimeout(this.#forgetTimer);
    this.#forgetTimer = setTimeout(() => search.forget(), this.#forgetAfterMs);
    return search;
  }

  close(): void {
    clearTimeout(this.#forgetTimer);
  }
}
