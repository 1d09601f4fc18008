import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

export interface RowStartProps {
  readonly strip: RefObject<HTMLElement | null>;
  readonly firstId: number | undefined;
}

/**
 * Makes the cards of a row snap, and keeps a row that is at its beginning there when its first card changes. The browser would otherwise
 * follow the card that it snapped to, so rows snap only once this component is mounted. Renders nothing.
 */
export function RowStart({ strip, firstId }: RowStartProps) {
  const isAtStart = useRef(true);
  const shown = useRef(firstId);
  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const read = (): void => {
      isAtStart.current = Math.abs(element.scrollLeft) < 1;
    };
    read();
    element.toggleAttribute('data-snaps', true);
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [strip]);
  useLayoutEffect(() => {
    const hasMoved = shown.current !== firstId;
    shown.current = firstId;
    if (hasMoved && isAtStart.current) strip.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [strip, firstId]);
  return null;
}
