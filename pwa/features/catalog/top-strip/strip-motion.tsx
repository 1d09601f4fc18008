import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { topDialog } from '#pwa/ui/dialogs/top-dialog.ts';
import { autoScrollWhileVisible } from './auto-scroll-while-visible.ts';

/** The delay before the strip moves, so that its first cards can be read and pressed. */
const START_AFTER_MS = 1_500;
/** The pause after a touch, for reading the cards that were swiped into view. */
const RESUME_AFTER_TOUCH_MS = 3_000;

export interface StripMotionProps {
  /** The scroller around the track. */
  readonly strip: RefObject<HTMLElement | null>;
  readonly isStopped: boolean;
}

/** Moves the track of a scroller slowly to and fro while it is on the screen, not in use and not under a dialog. Renders nothing. */
export function StripMotion({ strip, isStopped }: StripMotionProps) {
  const direction = useRef<1 | -1>(1);
  const isCovered = useObservable(topDialog) !== undefined;
  const isMoving = !useIsInUse(strip) && !isStopped && !isCovered;
  useEffect(() => {
    const scroller = strip.current;
    const track = scroller?.firstElementChild;
    if (!isMoving || !scroller || !(track instanceof HTMLElement)) return undefined;
    let stop: (() => 1 | -1) | undefined;
    const timer = setTimeout(() => {
      stop = autoScrollWhileVisible(scroller, track, direction.current);
    }, START_AFTER_MS);
    return () => {
      clearTimeout(timer);
      if (stop) direction.current = stop();
    };
  }, [strip, isMoving]);
  return null;
}

/** Returns whether an element is touched, hovered or contains the focus. */
function useIsInUse(strip: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    let touchTimer: ReturnType<typeof setTimeout> | undefined;
    // The pointer or the focus may already be on the strip when this code is loaded.
    const frame = requestAnimationFrame(() => {
      setHovered(element.matches(':hover'));
      setFocused(element.matches(':focus-within'));
    });
    const hover = (isOver: boolean) => (event: PointerEvent) => {
      if (event.pointerType !== 'touch') setHovered(isOver);
    };
    const touchEnd = (): void => {
      clearTimeout(touchTimer);
      touchTimer = setTimeout(() => setHovered(false), RESUME_AFTER_TOUCH_MS);
    };
    const touchStart = (): void => {
      clearTimeout(touchTimer);
      setHovered(true);
    };
    element.addEventListener('pointerenter', hover(true), { signal });
    element.addEventListener('pointerleave', hover(false), { signal });
    element.addEventListener('touchstart', touchStart, { signal, passive: true });
    element.addEventListener('touchend', touchEnd, { signal });
    element.addEventListener('touchcancel', touchEnd, { signal });
    element.addEventListener('focusin', () => setFocused(true), { signal });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setFocused(false);
      },
      { signal },
    );
    return () => {
      listeners.abort();
      cancelAnimationFrame(frame);
      clearTimeout(touchTimer);
    };
  }, [strip]);
  return isHovered || isFocused;
}
