import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps the foot of an element above a phone's keyboard, which covers the page without making it smaller: `--keyboard-inset` of the element
 * is how much of it the keyboard covers.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const measure = (): void => {
      const shown = element.current;
      // A page that is zoomed in is covered by nothing.
      if (!shown || view.scale > 1.01) return;
      const coveredPx = Math.max(0, shown.getBoundingClientRect().bottom - view.offsetTop - view.height);
      const isKeyboard = innerHeight - view.height > 100;
      shown.style.setProperty('--keyboard-inset', `${isKeyboard ? Math.round(coveredPx) : 0}px`);
    };
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, [element]);
}
