/**
 * Format of a snapshot's cards, raised when their layout changes. A page that does not know the format asks for a reload. Version 0.1 had
 * format 1.
 */
export const SNAPSHOT_FORMAT = 2;

/** Format of a details block. A new format of the cards does not raise it, so that no device fetches its details again. */
export const DETAILS_FORMAT = 1;
