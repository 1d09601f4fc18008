import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopDefinition, ShopKey } from '#contract/shops.ts';
import type { BrowseAction } from '../browse/browse-state.ts';

/** The props of every panel of the sidebar. */
export interface PanelProps {
  readonly shop: ShopDefinition & { readonly key: ShopKey };
  readonly state: BrowseState;
  readonly onAction: (action: BrowseAction) => void;
}
