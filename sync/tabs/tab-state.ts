import type { ShopKey } from '#contract/shops.ts';

/** What the visitor of this tab looks at, and what visitors of other tabs have opened. */
export class TabState {
  onScreen: ShopKey | undefined;
  isVisible = true;
  readonly opened = new Set<ShopKey>();
  readonly openedMainCategory = new Map<ShopKey, string | null>();
}
