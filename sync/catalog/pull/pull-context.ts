import type { BlockKind, OpenedCategory } from '#contract/blocks/list-blocks.ts';
import { MAX_OVERLAY_ROWS } from '#contract/limits.ts';
import type { ApiClient } from '../../server/api-client.ts';
import type { ShopCatalog } from '../shop-catalog.ts';
import type { ShopFeeds } from './shop-feeds.ts';
import type { SnapshotPrefetch } from './snapshot-prefetch.ts';

/** Limits of what a device keeps of a shop. Tests use small ones, so that a few rows reach them. */
export interface PullLimits {
  /** Overlay rows above which a newer snapshot is adopted. */
  readonly overlayRows: number;
  /** Maximum number of quarantined rows that the device records. */
  readonly quarantinedRows: number;
  /** Dead rows in memory above which the index is rebuilt. */
  readonly deadRows: number;
}

export const PULL_LIMITS: PullLimits = { overlayRows: MAX_OVERLAY_ROWS, quarantinedRows: 100, deadRows: 8_192 };

/** All that the pull of one shop works with: put together once, by the leader's `ShopPuller`, and handed on whole. */
export interface PullContext {
  readonly limits: PullLimits;
  readonly catalog: ShopCatalog;
  readonly client: ApiClient;
  /** Requests that were made before the first pull. */
  readonly prefetch?: Pick<SnapshotPrefetch, 'takeManifest' | 'takeBlocks'>;
  /** The source of changes, also for the other shops. */
  readonly feeds: ShopFeeds;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called when rows, order or views have changed. */
  readonly changed: () => void;
  /** Called while blocks of a snapshot are in flight, with their bytes. */
  readonly downloading: (receivedBytes: number, totalBytes: number) => void;
  /** Called when a block did not fit on the device. */
  readonly storageFull: () => void;
  /** The category on the screen, whose cards are fetched first. */
  readonly opened: () => OpenedCategory;
  /** Resolves when no foreground call is in flight: blocks must not compete with it. */
  readonly whenIdle: () => Promise<void>;
  /** Whether details are stored. If the device is full or the visitor chose otherwise, they are not, and come from the network. */
  readonly keepsDetails: () => boolean;
  /** Whether a more urgent task waits: details are then left for the next pull. */
  readonly shouldYield: () => boolean;
  /** Makes room on a full device for a block of this kind; false if there is nothing left to evict. */
  readonly freeSpace: (kind: BlockKind) => Promise<boolean>;
  /** Moves the shop, which does not fit on the device, into this tab's memory with all that the device has of it. */
  readonly keepInMemory: () => Promise<void>;
}
