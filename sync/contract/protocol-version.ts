/**
 * Version of everything on the wire. A change that an older client cannot read raises it.
 * 1 — blocks, change feed, realtime pokes.
 */
export const PROTOCOL_VERSION = 1;
