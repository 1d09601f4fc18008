import { useCallback } from 'react';
import type { RefCallback } from 'react';

/**
 * Says in a custom property of the document how much room an element takes that stays in sight, for what is to stay beside it. To be
 * given to that element.
 */
export function useStickyHeight(property: '--sticky-top' | '--sticky-bottom'): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const { style } = document.documentElement;
      const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(property);
      };
    },
    [property],
  );
}
