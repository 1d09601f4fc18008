import type * as AccountModule from '../account/account.ts';
import type { UserDatabaseOptions } from '../account/store/user-database.ts';
import type * as ProductFiguresModule from '../catalog/query/product-figures.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';
import type { ReadFirst } from '../catalog/store/first-reader.ts';
import type * as BackgroundModule from './background.ts';
import type { Environment } from './environment.ts';
import type { LoadCloseMatches } from './queries/close-match-search.ts';

/** The engine's environment, its databases, and its code that comes in separate chunks. */
export interface EngineDependencies extends Environment {
  /** Reads a shop before the store's code is loaded. */
  readonly readEarly: ReadFirst;
  /** Opens the device's store; `onOutdated` is called when a newer version takes it over. */
  readonly openStore: (onOutdated: () => void) => Promise<CatalogStore>;
  /** Code that the first page from the device does not need. */
  readonly loadBackground: () => Promise<typeof BackgroundModule>;
  readonly loadAccount: () => Promise<typeof AccountModule>;
  readonly loadCloseMatches: LoadCloseMatches;
  readonly loadProductFigures: () => Promise<Pick<typeof ProductFiguresModule, 'findProductFigures'>>;
  /** Where users' databases are, if not in the browser's storage under their own names. */
  readonly userDatabases?: UserDatabaseOptions;
}
