/** A device's clocks and random numbers, as parameters that tests control. */
export interface Clocks {
  /** Wall time in ms, for display. */
  readonly now: () => number;
  /** Monotonic time in ms, for delays. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
}
