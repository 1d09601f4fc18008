/** Format of a snapshot's blocks. Raised, with PROTOCOL_VERSION, by a change of their layout; readers reject any other. */
export const SNAPSHOT_FORMAT = 1;
