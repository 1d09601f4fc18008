import { prefersReducedMotion } from '#pwa/platform/browser/client-hints.ts';
import styles from './fly-image.module.css';

const FLIGHT = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' } as const;

/**
 * Animates an image from one box on the screen to another, over everything. Only a copy moves, on the compositor, so the page below
 * is rendered and usable at once. Returns undefined with reduced motion, for an image that has not loaded,
 * and in browsers without popovers.
 */
export function flyImage(image: HTMLImageElement, from: DOMRect, to: DOMRect): Animation | undefined {
  if (prefersReducedMotion() || !image.complete || image.naturalWidth === 0) return undefined;
  if (from.width === 0 || to.width === 0 || typeof HTMLElement.prototype.showPopover !== 'function') return undefined;
  const copy = new Image();
  copy.src = image.currentSrc;
  copy.alt = '';
  copy.decoding = 'sync';
  copy.className = styles['flying'] ?? '';
  copy.popover = 'manual';
  Object.assign(copy.style, {
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
  });
  document.body.append(copy);
  copy.showPopover();
  const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
  const flight = copy.animate(
    { transform: [`translate(${from.left - to.left}px, ${from.top - to.top}px) ${scale}`, 'none'] },
    FLIGHT,
  );
  const remove = (): void => copy.remove();
  flight.finished.then(remove, remove);
  return flight;
}
