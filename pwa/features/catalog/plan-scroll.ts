/** The specification's pace: one pixel every 20 ms. */
const MS_PER_PIXEL = 20;
/** After a longer gap (a hidden tab, a busy page) the strip goes on from where it was instead of jumping. */
const MAX_STEP_MS = 100;

/** Where a strip that moves to and fro is, in px from its start, and which way it goes. */
export interface ScrollPlace {
  readonly offset: number;
  readonly direction: 1 | -1;
}

/** The place after some time; at an end it turns round. `range` is how far the strip can scroll, in px. */
export function moveOn({ offset, direction }: ScrollPlace, elapsedMs: number, range: number): ScrollPlace {
  if (range <= 0) return { offset: 0, direction: 1 };
  const next = offset + (direction * Math.min(elapsedMs, MAX_STEP_MS)) / MS_PER_PIXEL;
  if (next >= range) return { offset: range, direction: -1 };
  return next <= 0 ? { offset: 0, direction: 1 } : { offset: next, direction };
}
