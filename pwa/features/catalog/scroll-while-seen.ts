import { moveOn } from './plan-scroll.ts';
import type { ScrollPlace } from './plan-scroll.ts';

/** Moves the strip in every frame in which it can be seen. Gives what ends it. */
export function scrollWhileSeen(element: HTMLElement): () => void {
  let frame = 0;
  let lastMs: number | undefined;
  let place: ScrollPlace = { offset: element.scrollLeft, direction: 1 };

  const step = (nowMs: number): void => {
    const range = element.scrollWidth - element.clientWidth;
    // Browsers round what they scroll to: the place keeps the fractions, unless somebody else has scrolled.
    if (Math.abs(element.scrollLeft - place.offset) > 2) place = { ...place, offset: element.scrollLeft };
    place = moveOn(place, nowMs - (lastMs ?? nowMs), range);
    lastMs = nowMs;
    element.scrollLeft = place.offset;
    frame = requestAnimationFrame(step);
  };
  const observer = new IntersectionObserver(([entry]) => {
    cancelAnimationFrame(frame);
    lastMs = undefined;
    if (entry?.isIntersecting) frame = requestAnimationFrame(step);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
