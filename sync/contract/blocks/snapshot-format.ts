/** Format of a snapshot's cards, raised by a change of their layout: a page that does not know it asks for a reload. Version 0.1 had format 1. */
export const SNAPSHOT_FORMAT = 2;

/** Format of a details block; a change of the cards leaves it as it is, so that no device fetches its details again. */
export const DETAILS_FORMAT = 1;
