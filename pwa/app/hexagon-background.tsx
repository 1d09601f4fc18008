import { useEffect, useRef } from 'react';
import { savesData } from '#pwa/platform/agent.ts';
import { useReducedMotion } from '#pwa/platform/use-media.ts';
import { useTheme } from '#pwa/platform/use-theme.ts';
import { drawHexagons, HEXAGON_COLOURS } from './hexagon-art.ts';
import { placeAt, STEP_MS } from './hexagon-drift.ts';
import styles from './hexagon-background.module.css';

/** A screen of the finest kind would cost memory for what nobody sees. */
const MAX_PIXEL_RATIO = 1.5;

/**
 * Hexagons behind the page, with the letters of the brand. They are drawn once for each size and theme, and drift by moving the finished
 * picture: no step draws anything. The picture is still where motion is reduced or data is saved, and nothing moves that cannot be seen.
 */
export function HexagonBackground() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [theme] = useTheme();
  const isStill = useReducedMotion() || savesData();

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return undefined;
    let drawn = { width: 0, height: 0 };
    const draw = (): void => {
      const { width, height } = element.getBoundingClientRect();
      // A phone's address bar comes and goes with every scroll: the picture is made for the tallest window so far.
      if (width === drawn.width && height <= drawn.height) return;
      drawn = { width, height };
      const ratio = Math.min(devicePixelRatio, MAX_PIXEL_RATIO);
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      context.scale(ratio, ratio);
      drawHexagons(context, drawn, HEXAGON_COLOURS[theme]);
    };
    draw();
    addEventListener('resize', draw);
    return () => removeEventListener('resize', draw);
  }, [theme]);

  useEffect(() => {
    const element = canvas.current;
    if (!element || isStill) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const step = (): void => {
      const { x, y } = placeAt(performance.now());
      element.style.translate = `${x}px ${y}px`;
    };
    const follow = (): void => {
      clearInterval(timer);
      if (document.visibilityState === 'visible') timer = setInterval(step, STEP_MS);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
      element.style.translate = '';
    };
  }, [isStill]);

  return <canvas ref={canvas} className={styles['canvas']} aria-hidden="true" />;
}
