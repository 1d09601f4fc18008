/**
 * Version of everything on the wire. Raised by a change that an older client cannot read, and by a change after which clients send writes
 * that an older server would reject for good, such as writes for a new shop or with a new mutation.
 * 1 — blocks, change feed, realtime pokes.
 * 2 — every answer carries the server's version; operations, carts and chats are exactly once across restores.
 */
export const PROTOCOL_VERSION = 2;

/**
 * Clients send their protocol version in this header. A server whose version is lower, as after a rollback, accepts no writes from them.
 */
export const PROTOCOL_HEADER = 'x-protocol';

/** Clients name their build in this header; the server notes it for devices that are signed in. */
export const APP_VERSION_HEADER = 'x-app-version';
