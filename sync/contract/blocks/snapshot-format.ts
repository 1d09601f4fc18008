/**
 * Format of a snapshot's cards. Raised by a change of their layout: a page that does not know it asks for a reload. Format 1, with links
 * and placeholders in the same block, was that of version 0.1.
 */
export const SNAPSHOT_FORMAT = 2;

/** Format of a details block; a change of the cards leaves it as it is, so that no device fetches its details again. */
export const DETAILS_FORMAT = 1;
