import { useEffect, useState } from 'react';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';

/** Scroll position beyond which the scroll-to-top button appears. */
const SCROLL_TOP_AFTER_PX = 200;

/** Whether the page is scrolled so far that a button leads back to its top. */
export function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    // Reading the position forces a layout, so it waits until the page's last change is painted.
    const read = (): void => {
      cancel ??= afterPaint(() => {
        cancel = undefined;
        setScrolled(scrollY > SCROLL_TOP_AFTER_PX);
      });
    };
    read();
    addEventListener('scroll', read, { passive: true });
    return () => {
      cancel?.();
      removeEventListener('scroll', read);
    };
  }, []);
  return isScrolled;
}
