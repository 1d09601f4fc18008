/**
 * Format of a snapshot's cards. Raised by a change of their layout: a page that does not know it asks for a reload. Readers also read the
 * formats before it, which stored shops and servers after a rollback still have.
 * 1 — all columns of a card in one block.
 * 2 — links and placeholders in blocks of their own.
 */
export const SNAPSHOT_FORMAT = 2;

/** Format of a details block; a change of the cards leaves it as it is, so that no device fetches its details again. */
export const DETAILS_FORMAT = 1;
