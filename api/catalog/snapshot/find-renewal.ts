import { MAX_OVERLAY_ROWS } from '#contract/limits.ts';
import type { ShopVersion } from '../feed/feed.repository.ts';

/** Raised by a change of which blocks a snapshot has or what they hold: snapshots of other layouts are built from scratch. */
export const SNAPSHOT_LAYOUT = 2;

/** Longest time that a snapshot stays behind a few changes: the tombstones among them can be purged only below it. */
export const LONGEST_LAG_MS = 24 * 60 * 60 * 1_000;

/** Up to these, building a snapshot costs less than the changes that each new device would fetch on top of an older one. */
export const FEW_PRODUCTS = 1_000;

/** A larger shop's snapshot may lag behind by this part of its products: each renewal is paid for by as many changes … */
const MOST_CHANGES_SHARE = 1 / 64;
const MOST_VIEWS_SHARE = 1 / 16;
/** … and by so many at most, which a device takes as rows of the feed without a noticeable delay. */
const MOST_CHANGES = MAX_OVERLAY_ROWS;
const MOST_VIEWS = 5_000;

/** What of a snapshot is renewed; `views`: its view counts alone. */
export type Renewal = 'all' | 'views';

/** Whether a shop has a snapshot that devices can use and the next build can continue. */
export const hasSnapshot = ({ snapshotNumber, snapshotLayout }: ShopVersion): boolean =>
  snapshotNumber > 0 && snapshotLayout === SNAPSHOT_LAYOUT;

/**
 * Determines what is due of a shop's snapshot; undefined: nothing. Between two snapshots the feed is the layer of what changed: every device
 * reads it after the snapshot anyway, so a few changes cost no block. Pure.
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
