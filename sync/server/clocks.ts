/** A device's clocks and dice, as parameters that tests control. */
export interface Clocks {
  /** Wall time in ms, for display. */
  readonly now: () => number;
  /** Monotonic time in ms, for delays. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
}
