/**
 * Whether a stored device time is less than a period ago. A time in the future is not: the clock was ahead when it was stored, and what follows
 * from it would be postponed by as much.
 */
export const isWithin = (storedMs: number, periodMs: number, nowMs: number): boolean =>
  nowMs >= storedMs && nowMs - storedMs < periodMs;
