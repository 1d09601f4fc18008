/** The port of work that one node does for all nodes. */
export interface Leases {
  /**
   * Runs work unless another node is running it, or a node has ended it less than `pauseMs` ago; returns whether it ran. If a node dies, another one
   * can run its work some seconds later. `signal` is aborted when another node may have taken over: work that must not be done twice then stops.
   */
  runAlone(name: string, pauseMs: number, work: (signal: AbortSignal) => Promise<unknown>): Promise<boolean>;
  /** Returns how many leases this node holds at present. */
  countHeld(): number;
}
