import { MAX_OVERLAY_ROWS } from '#contract/limits.ts';
import type { ShopVersion } from '../feed/feed.repository.ts';

/** Raised whenever the code puts other blocks into a snapshot, or other content into blocks: snapshots of other layouts are built anew. */
export const SNAPSHOT_LAYOUT = 2;

/** Longest time that a snapshot stays behind a few changes: only tombstones older than a snapshot can be purged. */
export const LONGEST_LAG_MS = 24 * 60 * 60 * 1_000;

/** Up to this size, building a snapshot costs less than the changes that each new device would fetch on top of an older one. */
export const FEW_PRODUCTS = 1_000;

/** A larger shop's snapshot may lag behind by this part of its products: one renewal then serves that many changes … */
const MOST_CHANGES_SHARE = 1 / 64;
const MOST_VIEWS_SHARE = 1 / 16;
/** … but by no more changes than these, which a device takes as rows of the feed without a noticeable delay. */
const MOST_CHANGES = MAX_OVERLAY_ROWS;
const MOST_VIEWS = 5_000;

/** Which part of a snapshot is renewed; `views`: its view counts alone. */
export type Renewal = 'all' | 'views';

/** Whether a shop has a snapshot that devices can use and the next build can continue. */
export const hasSnapshot = ({ snapshotNumber, snapshotLayout }: ShopVersion): boolean =>
  snapshotNumber > 0 && snapshotLayout === SNAPSHOT_LAYOUT;

/**
 * Determines which part of a shop's snapshot is due for renewal; undefined: none. A few changes since the snapshot cost no new block: every
 * device reads them from the feed, which it reads after the snapshot anyway. Pure.
 */
export function findRenewal(version: ShopVersion, nowMs: number): Renewal | undefined {
  const { count, seq, snapshotSeq, viewsSeq, snapshotViewsSeq, snapshotAt } = version;
  if (!hasSnapshot(version)) return 'all';
  const changes = seq - snapshotSeq;
  const mostChanges = count <= FEW_PRODUCTS ? 0 : Math.min(count * MOST_CHANGES_SHARE, MOST_CHANGES);
  if (changes > mostChanges) return 'all';
  if (changes > 0 && nowMs - snapshotAt >= LONGEST_LAG_MS) return 'all';
  return viewsSeq - snapshotViewsSeq > Math.min(count * MOST_VIEWS_SHARE, MOST_VIEWS) ? 'views' : undefined;
}
