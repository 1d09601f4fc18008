import { DATA_SIZES } from '#api/data-sizes.ts';
import type { DataSizes } from '#api/data-sizes.ts';
import { PULL_LIMITS } from '#sync/catalog/pull/pull-context.ts';
import type { PullLimits } from '#sync/catalog/pull/pull-context.ts';
import type { Choice } from '../plans/step.ts';

/** Sizes and limits of server and devices in one world. */
export type WorldSizes = DataSizes & PullLimits;

/** The sizes of production. */
export const PRODUCT_SIZES: WorldSizes = { ...DATA_SIZES, ...PULL_LIMITS };

/** One in this many worlds has the sizes of production, with which the few rows of a world fit into one page and one block. */
const PRODUCT_SIZED = 4;

/** Draws sizes, mostly so small that a few rows fill several pages, blocks and snapshots. */
export function drawSizes(choice: Choice): WorldSizes {
  if (choice.below(PRODUCT_SIZED) === 0) return PRODUCT_SIZES;
  return {
    changesPerPage: choice.oneOf([1, 2, 3, 5, 8]),
    cardsBlockRows: choice.oneOf([2, 4, 8]),
    quickFromRows: DATA_SIZES.quickFromRows,
    packedListFromRows: DATA_SIZES.packedListFromRows,
    keptSnapshotMs: choice.oneOf([0, 0, 1_000, DATA_SIZES.keptSnapshotMs]),
    tombstoneDays: choice.oneOf([1, 7, DATA_SIZES.tombstoneDays]),
    ordersPerPage: choice.oneOf([1, 2, 5]),
    messagesPerPage: choice.oneOf([1, 2, 5, 20]),
    overlayRows: choice.oneOf([2, 5, 10, 40]),
    quarantinedRows: choice.oneOf([1, 2, PULL_LIMITS.quarantinedRows]),
    deadRows: choice.oneOf([1, 4, 16, PULL_LIMITS.deadRows]),
  };
}
