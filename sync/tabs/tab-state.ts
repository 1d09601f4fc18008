import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import type { ShopKey } from '#contract/shops.ts';

/** The state of this tab's page, and the shops that any tab has opened. */
export class TabState {
  onScreen: ShopKey | undefined;
  isVisible = true;
  /** When descriptions are downloaded ahead. */
  detailChoice: DetailChoice = 'always';
  readonly opened = new Set<ShopKey>();
  readonly openedMainCategory = new Map<ShopKey, string | null>();
}
