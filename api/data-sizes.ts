import {
  CARDS_BLOCK_ROWS,
  MAX_CHANGES_PER_PAGE,
  MAX_MESSAGES_PER_PAGE,
  MAX_ORDERS_PER_PAGE,
  TOMBSTONE_DAYS,
} from '#contract/limits.ts';

/** Sizes of the data that devices are sent. Tests use small ones, so that a few rows make several pages, blocks and manifests. */
export interface DataSizes {
  /** Maximum number of rows in one reply of the change feed. */
  readonly changesPerPage: number;
  /** Number of rows that a cards block should have. */
  readonly cardsBlockRows: number;
  /** Number of products from which on a shop's blocks are compressed quickly at first: the best compression would delay its snapshot by a minute. */
  readonly quickFromRows: number;
  /** Number of products from which on the list of all products is kept compressed only, and unpacked while it is sent. */
  readonly packedListFromRows: number;
  /** How long a snapshot stays stored after its successor, in ms, so that a device that is loading it can finish. */
  readonly keptSnapshotMs: number;
  readonly tombstoneDays: number;
  /** Maximum number of orders, and of messages, in one reply to a user's device. */
  readonly ordersPerPage: number;
  readonly messagesPerPage: number;
}

export const DATA_SIZES: DataSizes = {
  changesPerPage: MAX_CHANGES_PER_PAGE,
  cardsBlockRows: CARDS_BLOCK_ROWS,
  quickFromRows: 100_000,
  packedListFromRows: 100_000,
  keptSnapshotMs: 60 * 60 * 1_000,
  tombstoneDays: TOMBSTONE_DAYS,
  ordersPerPage: MAX_ORDERS_PER_PAGE,
  messagesPerPage: MAX_MESSAGES_PER_PAGE,
};
