import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Sets the property `--keyboard-inset` of an element to the height in px that a phone's keyboard covers, because the keyboard covers the
 * page without resizing it.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const measure = (): void => {
      const shown = element.current;
      // While the page is zoomed in, the visual viewport says nothing about the keyboard.
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
