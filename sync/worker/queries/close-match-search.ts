import type { BrowseState } from '#contract/products/browse.ts';
import type { WireCard } from '#contract/http/catalog.ts';
import type { CloseMatches } from '../../catalog/search/close-matches.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import { lazyModule } from '../lazy-module.ts';
import type { LazyModule } from '../lazy-module.ts';

/** The word index of a catalogue takes some MB: it is released when unused for this long. */
const FORGET_AFTER_MS = 60_000;

export type LoadCloseMatches = () => Promise<{ CloseMatches: new () => CloseMatches }>;

/** Loads the search for close matches on first use, and releases its memory when unused. */
export class CloseMatchSearch {
  readonly #matches: LazyModule<CloseMatches>;
  #forgetTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(load: LoadCloseMatches) {
    this.#matches = lazyModule(async () => new (await load()).CloseMatches());
  }

  /** Returns no matches without the code: they are only a suggestion. */
  async find(catalog: ShopCatalog, state: BrowseState): Promise<readonly WireCard[]> {
    const matches = await this.#matches.get().catch(() => undefined);
    if (!matches || !catalog.index) return [];
    clearTimeout(this.#forgetTimer);
    this.#forgetTimer = setTimeout(() => matches.forget(), FORGET_AFTER_MS);
    return matches.find(catalog.index, state);
  }

  close(): void {
    clearTimeout(this.#forgetTimer);
  }
}
