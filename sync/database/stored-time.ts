/** Whether a stored device time is less than a period ago; false for one in the future, which would postpone whatever depends on it. */
export const isWithin = (storedMs: number, periodMs: number, nowMs: number): boolean =>
  nowMs >= storedMs && nowMs - storedMs < periodMs;
