import { useCallback } from 'react';
import type { RefCallback } from 'react';

/**
 * Returns a ref for a sticky element that publishes its height in a custom property of the document, for the offsets of other
 * sticky elements.
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
