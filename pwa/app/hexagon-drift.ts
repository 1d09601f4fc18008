/** The picture is larger than the window by this much on each side; `hexagon-background.module.css` has the same number. */
export const DRIFT_PX = 40;
/** Between two steps: with at most 3 px a second, more of them would not be seen. */
export const STEP_MS = 125;
const ROUND_MS = 96_000;

/** Where the drifting picture stands at a time: a slow figure of eight that never shows an edge. */
export function placeAt(timeMs: number): { readonly x: number; readonly y: number } {
  const angle = (timeMs / ROUND_MS) * 2 * Math.PI;
  return { x: DRIFT_PX * Math.sin(angle), y: DRIFT_PX * 0.6 * Math.sin(2 * angle) };
}
