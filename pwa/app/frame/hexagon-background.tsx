import { useEffect, useRef } from 'react';
import { onEvents } from '#pwa/platform/browser/on-events.ts';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { DEFAULT_LETTERS } from '#contract/shop-settings/default-shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { useTheme } from '#pwa/platform/browser/use-theme.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { drawHexagons, readHexagonColours } from './hexagon-art.ts';
import styles from './hexagon-background.module.css';

/** A higher ratio costs memory without a visible difference. */
const MAX_PIXEL_RATIO = 1.5;

/**
 * Hexagons behind the page, with the letters of the brand. They are drawn once per size, theme and shop, and shown as a bitmap: the pixels of a canvas
 * that can be drawn on are handed over again with each frame of the page. CSS moves the canvas, which costs no main thread time and pauses in a
 * hidden tab. The canvas does not move with reduced motion or data saving.
 */
export function HexagonBackground() {
  const [theme] = useTheme();
  const { letters = DEFAULT_LETTERS, css = '' } = useShopSettings();
  return <HexagonCanvas key={theme + css} letters={letters} />;
}

/** The drawing in the colors of the moment. */
function HexagonCanvas({ letters }: { readonly letters: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const screen = element?.getContext('bitmaprenderer');
    if (!element || !screen) return undefined;
    let drawn = { width: 0, height: 0 };
    const draw = (): void => {
      const { width, height } = element.getBoundingClientRect();
      // A phone's address bar changes the height with every scroll: the canvas covers the tallest window so far.
      if (width === drawn.width && height <= drawn.height) return;
      drawn = { width, height };
      const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
      const drawing = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
      const context = drawing.getContext('2d');
      if (!context) return;
      context.scale(ratio, ratio);
      drawHexagons(context, drawn, readHexagonColours(document.documentElement), [...letters]);
      screen.transferFromImageBitmap(drawing.transferToImageBitmap());
    };
    draw();
    return onEvents(globalThis, ['resize'], draw);
  }, [letters]);

  return (
    <canvas
      ref={canvas}
      className={classNames(styles['canvas'], !savesData() && styles['drifting'])}
      aria-hidden="true"
    />
  );
}
