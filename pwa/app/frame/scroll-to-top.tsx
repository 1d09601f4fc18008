import { useEffect, useState } from 'react';
import { frameMessages } from '#pwa/messages/en/frame.ts';
import { prefersReducedMotion } from '#pwa/platform/browser/client-hints.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './scroll-to-top.module.css';

/** Scroll position beyond which the scroll-to-top button appears. */
const SCROLL_TOP_AFTER_PX = 200;

/** A button that scrolls to the top, once the page is scrolled far enough. */
export function ScrollToTop() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    // Reading the position makes the browser lay out the page: not before a change of it is painted.
    const read = (): void => {
      cancel ??= afterPaint(() => {
        cancel = undefined;
        setShown(scrollY > SCROLL_TOP_AFTER_PX);
      });
    };
    read();
    addEventListener('scroll', read, { passive: true });
    return () => {
      cancel?.();
      removeEventListener('scroll', read);
    };
  }, []);
  const onClick = (): void => {
    // The button disappears at the top, so the focus moves to the content.
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  };
  return isShown ? (
    <IconButton
      icon={<LazyIcon name="up" />}
      label={frameMessages.toTop}
      className={styles['button'] ?? ''}
      onClick={onClick}
    />
  ) : null;
}
