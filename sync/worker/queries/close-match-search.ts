import type { BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { CloseMatches } from '../../catalog/search/close-matches.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';

/** The word index of a catalogue takes some MB: it is released when unused for this long. */
const FORGET_AFTER_MS = 60_000;

export type LoadCloseMatches = () => Promise<{ CloseMatches: new () => CloseMatches }>;

/** Loads the search for close matches on first use, and releases its memory when unused. */
export class CloseMatchSearch {
  readonly #load: LoadCloseMatches;
  #matches: CloseMatches | undefined;
  #forgetTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: LoadCloseMatches) {
    this.#load = load;
  }

  /** Returns no matches without the code: they are only a suggestion. */
  async find(catalog: ShopCatalog, state: BrowseState): Promise<readonly WireCard[]> {
    const module = this.#matches ? undefined : await this.#load().catch(() => undefined);
    if (module) this.#matches ??= new module.CloseMatches();
    if (!this.#matches) return [];
    clearTimeout(this.#forgetTimer);
    this.#forgetTimer = setTimeout(() => this.#matches?.forget(), FORGET_AFTER_MS);
    return catalog.closeMatches(this.#matches, state);
  }

  close(): void {
    clearTimeout(this.#forgetTimer);
  }
}
