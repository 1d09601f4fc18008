import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

export interface RowStartProps {
  readonly strip: RefObject<HTMLElement | null>;
  readonly firstId: number | undefined;
  readonly sort: string | null;
}

/**
 * Keeps a row of snapping cards at its beginning when its first card changes: the browser would follow the card that it snapped to. A sort
 * returns the row there from wherever it was scrolled to. Renders nothing.
 */
export function RowStart({ strip, firstId, sort }: RowStartProps) {
  const isAtStart = useRef(true);
  const shown = useRef({ firstId, sort });
  useEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const read = (): void => {
      isAtStart.current = Math.abs(element.scrollLeft) < 1;
    };
    read();
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [strip]);
  useLayoutEffect(() => {
    const isSorted = shown.current.sort !== sort;
    const hasMoved = shown.current.firstId !== firstId;
    shown.current = { firstId, sort };
    if (!isSorted && !(hasMoved && isAtStart.current)) return;
    isAtStart.current = true;
    strip.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [strip, firstId, sort]);
  return null;
}
