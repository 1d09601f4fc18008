/**
 * Version of everything on the wire. A change that an older client cannot read raises it.
 * 1 — blocks, change feed, realtime pokes.
 */
export const PROTOCOL_VERSION = 1;

/** Clients send their version in this header. A server with an older one, as after a rollback, accepts no writes from them. */
export const PROTOCOL_HEADER = 'x-protocol';
