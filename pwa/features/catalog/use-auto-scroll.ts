import { useEffect, useMemo, useRef, useState } from 'react';
import type { HTMLAttributes, RefObject } from 'react';
import { useReducedMotion } from '#pwa/platform/use-media.ts';
import { moveOn } from './plan-scroll.ts';
import type { ScrollPlace } from './plan-scroll.ts';

/** After a finger has left, the strip waits this long: whoever swiped it is reading. */
const RESUME_AFTER_TOUCH_MS = 3_000;

interface AutoScrollOptions {
  /** What the visitor chose by the button; undefined while nothing was chosen. */
  readonly choice: 'stopped' | 'moving' | undefined;
  readonly isCovered: boolean;
}

interface AutoScroll {
  /** The visitor's system asks for less movement. */
  readonly prefersStill: boolean;
  /** Handlers for the strip: pointer, touch and focus pause it. */
  readonly pausers: HTMLAttributes<HTMLElement>;
}

/** Scrolls a strip slowly to and fro while it is on the screen and nobody uses it. */
export function useAutoScroll(
  strip: RefObject<HTMLElement | null>,
  { choice, isCovered }: AutoScrollOptions,
): AutoScroll {
  const prefersStill = useReducedMotion();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = choice === 'moving' || (choice === undefined && !prefersStill);
  const isMoving = isWanted && !isPointed && !isFocused && !isCovered;

  useEffect(() => {
    const element = strip.current;
    if (!isMoving || !element) return undefined;
    return scrollWhileSeen(element);
  }, [strip, isMoving]);

  useEffect(() => () => clearTimeout(touchTimer.current), []);

  const pausers = useMemo(
    (): HTMLAttributes<HTMLElement> => ({
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') setPointed(true);
      },
      onPointerLeave: (event) => {
        if (event.pointerType !== 'touch') setPointed(false);
      },
      onTouchStart: () => {
        clearTimeout(touchTimer.current);
        setPointed(true);
      },
      onTouchEnd: () => {
        touchTimer.current = setTimeout(() => setPointed(false), RESUME_AFTER_TOUCH_MS);
      },
      onTouchCancel: () => {
        touchTimer.current = setTimeout(() => setPointed(false), RESUME_AFTER_TOUCH_MS);
      },
      onFocus: () => setFocused(true),
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    }),
    [],
  );
  return { prefersStill, pausers };
}

/** Moves the strip in every frame in which it can be seen. Gives what ends it. */
function scrollWhileSeen(element: HTMLElement): () => void {
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
