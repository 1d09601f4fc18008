import { useCallback, useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

/** A swipe must move an image by more than this to show the next one. */
const SWIPE_THRESHOLD_PX = 50;

/** A movement below this is no swipe yet: it may still become a click or a scroll. */
const SLOP_PX = 8;

/** Which neighbor a swipe leads to; 0 is none. */
export type SwipeStep = -1 | 0 | 1;

interface SwipeOptions {
  /** Called when the pointer starts to move sideways. */
  readonly onStart: () => void;
  /** Called with the distance from the point where the pointer went down. */
  readonly onMove: (offsetPx: number) => void;
  readonly onEnd: (step: SwipeStep) => void;
  /** Called at each touch; a zoomed image is not swiped. */
  readonly canSwipe: () => boolean;
}

interface Touch {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  isSwiping: boolean;
}

/** Returns the neighbor that a movement leads to: the next one if it goes left, and none up to the threshold. */
export function swipeStep(offsetPx: number): SwipeStep {
  if (Math.abs(offsetPx) <= SWIPE_THRESHOLD_PX) return 0;
  return offsetPx < 0 ? 1 : -1;
}

/**
 * Returns handlers of sideways swipes by finger, pen or mouse for an element whose `touch-action` leaves only vertical panning to the
 * browser. A swipe is never a click as well.
 */
export function useSwipe({ onStart, onMove, onEnd, canSwipe }: SwipeOptions) {
  const touch = useRef<Touch>(undefined);
  const hasSwiped = useRef(false);

  /** Prevents the browser's own scrolling during a swipe: the momentum of the scroll would make the browser ignore the next tap. */
  const ref = useCallback((element: HTMLElement | null) => {
    const consume = (event: TouchEvent): void => {
      if (touch.current?.isSwiping && event.cancelable) event.preventDefault();
    };
    // React's own listeners of touches are passive.
    element?.addEventListener('touchmove', consume, { passive: false });
    return () => element?.removeEventListener('touchmove', consume);
  }, []);

  const end = (step: SwipeStep): void => {
    const wasSwiping = touch.current?.isSwiping === true;
    touch.current = undefined;
    if (wasSwiping) onEnd(step);
  };
  return {
    ref,
    onPointerDown: (event: PointerEvent): void => {
      // A second finger makes it a pinch.
      if (!event.isPrimary) return end(0);
      hasSwiped.current = false;
      if (event.button !== 0 || !canSwipe()) return;
      touch.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, isSwiping: false };
    },
    onPointerMove: (event: PointerEvent): void => {
      const started = touch.current;
      if (started?.pointerId !== event.pointerId) return;
      const offsetPx = event.clientX - started.x;
      if (!started.isSwiping) {
        const heightPx = Math.abs(event.clientY - started.y);
        if (Math.max(Math.abs(offsetPx), heightPx) < SLOP_PX) return;
        if (heightPx > Math.abs(offsetPx)) return end(0);
        started.isSwiping = true;
        hasSwiped.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        onStart();
      }
      onMove(offsetPx);
    },
    onPointerUp: (event: PointerEvent): void => {
      const started = touch.current;
      if (started?.pointerId === event.pointerId) end(swipeStep(event.clientX - started.x));
    },
    onPointerCancel: (): void => end(0),
    onClickCapture: (event: MouseEvent): void => {
      // A click by keyboard has the detail 0.
      if (!hasSwiped.current || event.detail === 0) return;
      hasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
