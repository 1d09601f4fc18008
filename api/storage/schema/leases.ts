/** Background work that one node does for all. */
export interface LeaseTable {
  name: string;
  /** A random id of the node. */
  holder: string;
  /** Rises each time the lease is taken. */
  number: number;
  /** Until when the lease is held, in ms of the database’s time; 0 for not at all. */
  expires_at: number;
  /** When the work last ended; 0 before that. */
  ended_at: number;
}
