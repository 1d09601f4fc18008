import type { BlockEntry } from '#contract/http/catalog.ts';
import type { ApiClient } from '../../server/api-client.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { CatalogStore } from '../store/catalog-store.ts';

/** Callbacks of a running pull. */
export interface PullProgress {
  /** Rows, order or views have changed. */
  changed(): void;
  /** Blocks of a snapshot are in flight; their bytes. */
  downloading(receivedBytes: number, totalBytes: number): void;
  storageFull(): void;
}

export interface PullContext {
  readonly catalog: ShopCatalog;
  readonly store: CatalogStore;
  readonly client: ApiClient;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly progress: PullProgress;
  /** The main category on the screen, whose block is fetched first. */
  readonly openedMainCategory: () => string | null;
  /** Resolves when no foreground call is in flight: blocks must not compete with it. */
  readonly whenIdle: () => Promise<void>;
  /** False once the device is full: details then come from the network. */
  readonly keepsDetails: () => boolean;
  /** A more urgent task waits: details are left for the next pull. */
  readonly shouldYield: () => boolean;
  readonly freeSpace: (kind: BlockEntry['kind']) => Promise<boolean>;
}
