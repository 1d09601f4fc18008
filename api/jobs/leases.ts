/** The port of work that one node does for all. */
export interface Leases {
  /**
   * Runs work unless another node is at it, or some node has ended it less than `pauseMs` ago; returns whether it ran. A node that dies leaves the work
   * to the others within some seconds. `signal` is aborted when another node may have taken over: what must not be done twice ends then.
   */
  runAlone(name: string, pauseMs: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>;
  /** How much work this node is at for all. */
  countHeld(): number;
}
