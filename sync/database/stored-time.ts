/** Whether a stored device time is less than a period ago; one in the future is not, which would postpone what follows from it. */
export const isWithin = (storedMs: number, periodMs: number, nowMs: number): boolean =>
  nowMs >= storedMs && nowMs - storedMs < periodMs;
