import { useEffect, useMemo, useRef, useState } from 'react';
import type { HTMLAttributes, RefObject } from 'react';
import { useReducedMotion } from '#pwa/platform/browser/use-media-query.ts';

/** What stands still can be read and hit: the strip gives that much time before it moves. */
const START_AFTER_MS = 1_500;
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

/** Moves the track in a scroller slowly to and fro while it is on the screen and nobody uses it. */
export function useAutoScroll(
  strip: RefObject<HTMLElement | null>,
  { choice, isCovered }: AutoScrollOptions,
): AutoScroll {
  const prefersStill = useReducedMotion();
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const touchTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const direction = useRef<1 | -1>(1);
  const isWanted = choice === 'moving' || (choice === undefined && !prefersStill);
  const isMoving = isWanted && !isPointed && !isFocused && !isCovered;

  useEffect(() => {
    const scroller = strip.current;
    const track = scroller?.firstElementChild;
    if (!isMoving || !scroller || !(track instanceof HTMLElement)) return undefined;
    let stop: (() => 1 | -1) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      // What moves the strip is no part of the first script. Without its file it stands still, and can be scrolled by hand.
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
