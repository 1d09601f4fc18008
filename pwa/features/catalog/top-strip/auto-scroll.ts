/** The specified speed: one pixel every 20 ms. */
export const MS_PER_PIXEL = 20;

/** The position of a strip that moves to and fro, in px from its start, and its direction. */
export interface AutoScrollPosition {
  readonly offset: number;
  readonly direction: 1 | -1;
}

/** Returns the time in ms at which a movement over `range` px is at a position. A full cycle takes `2 * range * MS_PER_PIXEL`. */
export function timeAtPosition({ offset, direction }: AutoScrollPosition, range: number): number {
  const distance = Math.min(Math.max(offset, 0), range);
  return (direction === 1 ? distance : 2 * range - distance) * MS_PER_PIXEL;
}

/** Returns the position of a movement over `range` px after some time; at either end the direction is already reversed. */
export function positionAtTime(elapsedMs: number, range: number): AutoScrollPosition {
  if (range <= 0) return { offset: 0, direction: 1 };
  const distance = (elapsedMs / MS_PER_PIXEL) % (2 * range);
  return distance < range ? { offset: distance, direction: 1 } : { offset: 2 * range - distance, direction: -1 };
}
