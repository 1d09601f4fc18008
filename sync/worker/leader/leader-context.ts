import type { ShopKey } from '#contract/shops.ts';
import type { FirstScreenCache } from '../../first-screens/first-screen-cache.ts';
import type { TabState } from '../../tabs/tab-state.ts';
import type { AccountAccess } from '../account-access.ts';
import type { Environment } from '../environment.ts';
import type { TabCatalogs } from '../queries/tab-catalogs.ts';
import type { ServerLink } from '../server-link.ts';
import type { StatusBoard } from '../status-board.ts';

/** What a leader shares with the rest of its tab's engine. */
export interface LeaderContext {
  readonly environment: Environment;
  readonly link: ServerLink;
  readonly catalogs: TabCatalogs;
  readonly board: StatusBoard;
  readonly tabState: TabState;
  readonly firstScreens: FirstScreenCache;
  readonly account: AccountAccess;
  /** Shows the other tabs that this one leads, and whether it is visible. */
  readonly sendHeartbeat: (isVisible: boolean) => void;
  /** Notifies the page and the other tabs that rows of a shop changed. */
  readonly notifyChanged: (shop: ShopKey) => void;
  /** Reads what another leader has written: a tab that has just lost the lead has ignored its messages. */
  readonly follow: () => void;
}
