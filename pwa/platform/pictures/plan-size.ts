export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size scaled down to a longest side of at most `maxSidePx`; each side is at least 1 px. */
export function planSize({ width, height }: Size, maxSidePx: number): Size {
  const factor = Math.min(1, maxSidePx / Math.max(width, height));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(width), height: scale(height) };
}
