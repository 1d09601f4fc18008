import { useEffect, useMemo, useState } from 'react';
import { onEvents } from '#pwa/platform/browser/on-events.ts';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { DEFAULT_LETTERS } from '#contract/shop-settings/default-shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { drawHexagons } from './hexagon-art.ts';
import styles from './hexagon-background.module.css';

/** By how much the drawing exceeds the window in width and in height, in px, so that its drift shows no edge. */
const DRIFT = 80;

/**
 * Hexagons behind the page, with the letters of the brand. CSS colors and moves them, which costs no main thread time and pauses in
 * a hidden tab. They do not move with reduced motion or data saving.
 */
export function HexagonBackground() {
  const { letters = DEFAULT_LETTERS } = useShopSettings();
  const { width, height } = useLargestWindow();
  const art = useMemo(() => drawHexagons(width + DRIFT, height + DRIFT, [...letters]), [width, height, letters]);
  return (
    // Browsers can move a box without the main thread, but not an SVG.
    <div className={classNames(styles['art'], !savesData() && styles['drifting'])} aria-hidden="true">
      <svg width="100%" height="100%">
        <path className={styles['lines']} d={art.lines} />
        <path className={styles['tiles']} d={art.tiles} />
      </svg>
      {/* CSS shows the letters: as text, they would be found by the browser's search and copied with the page. */}
      {art.letters.map(({ letter, x, y }) => (
        <span key={`${x} ${y}`} data-letter={letter} style={{ left: x, top: y }} />
      ))}
    </div>
  );
}

/** The size of the screen, or of the largest window so far (zoom can exceed the screen). It never shrinks, which would draw everything again. */
function useLargestWindow(): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState(() => largest({ width: screen.width, height: screen.height }));
  useEffect(() => onEvents(globalThis, ['resize'], () => setSize(largest)), []);
  return size;
}

const largest = (known: { width: number; height: number }) =>
  innerWidth <= known.width && innerHeight <= known.height
    ? known
    : { width: Math.max(innerWidth, known.width), height: Math.max(innerHeight, known.height) };
