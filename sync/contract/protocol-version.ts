/**
 * Version of everything on the wire. Raised by a change that an older client cannot read, and by one whose writes an older server would
 * reject for good, such as those of a new shop or a new mutation.
 * 1 — blocks, change feed, realtime pokes.
 */
export const PROTOCOL_VERSION = 1;

/** A client names its version in this header. A server that speaks an older one, as after a deployment was taken back, takes no writes of it. */
export const PROTOCOL_HEADER = 'x-protocol';
