import { MS_PER_PIXEL, positionAtTime, timeAtPosition } from './auto-scroll.ts';
import type { AutoScrollPosition } from './auto-scroll.ts';

/** Interval of forced main-thread frames: the browser loads lazy images only in such frames, and the animation itself causes none. */
const FRAME_INTERVAL_MS = 500;

/**
 * Moves a track inside its scroller to and fro while it is visible, starting at the scroll position. The animation runs on the compositor,
 * not on the main thread. Returns a function that stops it, sets the scroll position to that of the track and returns the direction.
 */
export function autoScrollWhileVisible(scroller: HTMLElement, track: HTMLElement, direction: 1 | -1): () => 1 | -1 {
  let animation: Animation | undefined;
  let position: AutoScrollPosition = { offset: scroller.scrollLeft, direction };
  let range = 0;

  const halt = (): void => {
    if (!animation) return;
    const { offset, direction: nextDirection } = positionAtTime(Number(animation.currentTime ?? 0), range);
    animation.cancel();
    animation = undefined;
    // The browser may have scrolled to a focused card meanwhile, so both offsets are added.
    scroller.scrollLeft += offset;
    position = { offset: scroller.scrollLeft, direction: nextDirection };
  };
  const start = (): void => {
    halt();
    range = scroller.scrollWidth - scroller.clientWidth;
    if (range <= 0) return;
    scroller.scrollLeft = 0;
    animation = track.animate([{ transform: 'none' }, { transform: `translateX(${-range}px)` }], {
      duration: range * MS_PER_PIXEL,
      iterations: Number.POSITIVE_INFINITY,
      direction: 'alternate',
      // Moves by whole pixels, as specified: cards on fractions of a pixel would be blurred.
      easing: `steps(${range})`,
    });
    animation.currentTime = timeAtPosition(position, range);
  };
  const visibility = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? start() : halt()));
  visibility.observe(scroller);
  // More cards or a rotated screen change the range.
  const size = new ResizeObserver(() => animation && start());
  size.observe(track);
  size.observe(scroller);
  const timer = setInterval(() => requestAnimationFrame(() => undefined), FRAME_INTERVAL_MS);

  return () => {
    visibility.disconnect();
    size.disconnect();
    clearInterval(timer);
    halt();
    return position.direction;
  };
}
