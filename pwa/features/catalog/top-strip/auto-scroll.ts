/** The specification's pace: one pixel every 20 ms. */
export const MS_PER_PIXEL = 20;

/** Where a strip that moves to and fro is, in px from its start, and which way it goes. */
export interface AutoScrollPosition {
  readonly offset: number;
  readonly direction: 1 | -1;
}

/** How long after its start a drift over `range` px is at a place, in ms. One there and back takes `2 * range * MS_PER_PIXEL`. */
export function timeAtPosition({ offset, direction }: AutoScrollPosition, range: number): number {
  const way = Math.min(Math.max(offset, 0), range);
  return (direction === 1 ? way : 2 * range - way) * MS_PER_PIXEL;
}

/** The place of a drift over `range` px after some time; at an end it has turned round. */
export function positionAtTime(elapsedMs: number, range: number): AutoScrollPosition {
  if (range <= 0) return { offset: 0, direction: 1 };
  const way = (elapsedMs / MS_PER_PIXEL) % (2 * range);
  return way < range ? { offset: way, direction: 1 } : { offset: 2 * range - way, direction: -1 };
}
