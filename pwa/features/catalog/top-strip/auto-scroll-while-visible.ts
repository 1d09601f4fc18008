import { MS_PER_PIXEL, positionAtTime, timeAtPosition } from './auto-scroll.ts';
import type { AutoScrollPosition } from './auto-scroll.ts';

/** Pictures load when they come near, which the browser only looks at when it draws a frame of its own accord. */
const LOOK_EVERY_MS = 500;

/**
 * Moves a track inside its scroller to and fro while it can be seen, starting at the scroller's place. The compositor moves it: the
 * page's thread has nothing to do. Gives what ends it; the scroller then stands where the track was, and the direction is returned.
 */
export function autoScrollWhileVisible(scroller: HTMLElement, track: HTMLElement, direction: 1 | -1): () => 1 | -1 {
  let animation: Animation | undefined;
  let place: AutoScrollPosition = { offset: scroller.scrollLeft, direction };
  let range = 0;

  const halt = (): void => {
    if (!animation) return;
    const { offset, direction: way } = positionAtTime(Number(animation.currentTime ?? 0), range);
    animation.cancel();
    animation = undefined;
    // The browser scrolls by itself to a card that gets the focus: both count.
    scroller.scrollLeft += offset;
    place = { offset: scroller.scrollLeft, direction: way };
  };
  const go = (): void => {
    halt();
    range = scroller.scrollWidth - scroller.clientWidth;
    if (range <= 0) return;
    scroller.scrollLeft = 0;
    animation = track.animate([{ transform: 'none' }, { transform: `translateX(${-range}px)` }], {
      duration: range * MS_PER_PIXEL,
      iterations: Number.POSITIVE_INFINITY,
      direction: 'alternate',
      // Pixel by pixel, as the specification has it: what lies on no whole pixel would be blurred.
      easing: `steps(${range})`,
    });
    animation.currentTime = timeAtPosition(place, range);
  };
  const seen = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? go() : halt()));
  seen.observe(scroller);
  // More cards, or a turned screen: the way is another one.
  const resized = new ResizeObserver(() => animation && go());
  resized.observe(track);
  resized.observe(scroller);
  const timer = setInterval(() => requestAnimationFrame(() => undefined), LOOK_EVERY_MS);

  return () => {
    seen.disconnect();
    resized.disconnect();
    clearInterval(timer);
    halt();
    return place.direction;
  };
}
