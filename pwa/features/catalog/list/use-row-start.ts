import { useLayoutEffect, useRef } from 'react';
import type { RefObject, UIEvent } from 'react';

/**
 * Keeps a row of snapping cards at its beginning when its first card changes: the browser would follow the card that it snapped to. A sort
 * returns the row there from wherever it was scrolled to.
 */
export function useRowStart<E extends HTMLElement>(
  firstId: number | undefined,
  sort: string | null,
): { readonly ref: RefObject<E | null>; readonly onScroll: (event: UIEvent<E>) => void } {
  const ref = useRef<E>(null);
  const isAtStart = useRef(true);
  const shown = useRef({ firstId, sort });
  useLayoutEffect(() => {
    const isSorted = shown.current.sort !== sort;
    const hasMoved = shown.current.firstId !== firstId;
    shown.current = { firstId, sort };
    if (!isSorted && !(hasMoved && isAtStart.current)) return;
    isAtStart.current = true;
    ref.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, [firstId, sort]);
  return {
    ref,
    onScroll: ({ currentTarget }) => {
      isAtStart.current = Math.abs(currentTarget.scrollLeft) < 1;
    },
  };
}
