import { ALL_CATEGORIES } from '#contract/blocks/list-blocks.ts';
import type { OpenedCategory } from '#contract/blocks/list-blocks.ts';
import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { AccountAccess } from './account-access.ts';
import type { EngineDependencies } from './engine-dependencies.ts';
import type { TabCatalogs } from './queries/tab-catalogs.ts';
import type { StatusBoard } from './status-board.ts';

/** The state of this tab's page, and the shops that any tab has opened. */
export class TabState {
  onScreen: ShopKey | undefined;
  isVisible = true;
  /** When descriptions are downloaded ahead. */
  detailChoice: DetailChoice = 'always';
  readonly opened = new Set<ShopKey>();
  /** The category of each shop that this tab has shown last. */
  readonly categories = new Map<ShopKey, OpenedCategory>();

  categoryOf(shop: ShopKey): OpenedCategory {
    return this.categories.get(shop) ?? ALL_CATEGORIES;
  }
}

/** What the parts of one tab's engine share. */
export interface TabContext {
  readonly environment: EngineDependencies;
  readonly catalogs: TabCatalogs;
  readonly board: StatusBoard;
  readonly tabState: TabState;
  readonly account: AccountAccess;
  /** Tells the page that rows of a shop changed, or links and placeholders joined its cards. */
  readonly showChanged: (shop: ShopKey) => void;
}
