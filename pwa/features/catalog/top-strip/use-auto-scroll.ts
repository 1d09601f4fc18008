import { useEffect, useMemo, useRef, useState } from 'react';
import type { HTMLAttributes, RefObject } from 'react';
import { useReducedMotion } from '#pwa/platform/browser/use-media-query.ts';

/** The delay before the strip moves, so that its first cards can be read and pressed. */
const START_AFTER_MS = 1_500;
/** The pause after a touch, for reading what was swiped to. */
const RESUME_AFTER_TOUCH_MS = 3_000;

interface AutoScrollOptions {
  /** The visitor's choice with the button; undefined before the first click. */
  readonly choice: 'stopped' | 'moving' | undefined;
  readonly isCovered: boolean;
}

interface AutoScroll {
  readonly prefersReducedMotion: boolean;
  /** Handlers for the strip: pointer, touch and focus pause it. */
  readonly pauseHandlers: HTMLAttributes<HTMLElement>;
}

/** Moves the track of a scroller slowly to and fro while it is on the screen and not in use. */
export function useAutoScroll(
  strip: RefObject<HTMLElement | null>,
  { choice, isCovered }: AutoScrollOptions,
): AutoScroll {
  const prefersReducedMotion = useReducedMotion();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const direction = useRef<1 | -1>(1);
  const isEnabled = choice === 'moving' || (choice === undefined && !prefersReducedMotion);
  const isMoving = isEnabled && !isHovered && !isFocused && !isCovered;

  useEffect(() => {
    const scroller = strip.current;
    const track = scroller?.firstElementChild;
    if (!isMoving || !scroller || !(track instanceof HTMLElement)) return undefined;
    let stop: (() => 1 | -1) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      // A lazy chunk, to keep the first script small. If it fails to load, the strip can still be scrolled by hand.
      import('./auto-scroll-while-visible.ts').then(
        ({ autoScrollWhileVisible }) => {
          if (!isOver) stop = autoScrollWhileVisible(scroller, track, direction.current);
        },
        () => undefined,
      );
    }, START_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      if (stop) direction.current = stop();
    };
  }, [strip, isMoving]);

  useEffect(() => () => clearTimeout(touchTimer.current), []);

  const pauseHandlers = useMemo(
    (): HTMLAttributes<HTMLElement> => ({
      onPointerEnter: (event) => {
        if (event.pointerType !== 'touch') setHovered(true);
      },
      onPointerLeave: (event) => {
        if (event.pointerType !== 'touch') setHovered(false);
      },
      onTouchStart: () => {
        clearTimeout(touchTimer.current);
        setHovered(true);
      },
      onTouchEnd: () => {
        touchTimer.current = setTimeout(() => setHovered(false), RESUME_AFTER_TOUCH_MS);
      },
      onTouchCancel: () => {
        touchTimer.current = setTimeout(() => setHovered(false), RESUME_AFTER_TOUCH_MS);
      },
      onFocus: () => setFocused(true),
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
      },
    }),
    [],
  );
  return { prefersReducedMotion, pauseHandlers };
}
