import type { ShopKey } from '#contract/shops.ts';

/** The state of this tab's page, and the shops that any tab has opened. */
export class TabState {
  onScreen: ShopKey | undefined;
  isVisible = true;
  readonly opened = new Set<ShopKey>();
  readonly openedMainCategory = new Map<ShopKey, string | null>();
}
