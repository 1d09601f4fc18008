import { frameMessages } from '#pwa/messages/en/frame.ts';
import { prefersReducedMotion } from '#pwa/platform/browser/client-hints.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './scroll-to-top.module.css';

/** A button that scrolls to the top. */
export function ScrollToTop() {
  const onClick = (): void => {
    // The button disappears at the top, so the focus moves to the content.
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  };
  return (
    <IconButton
      icon={<LazyIcon name="up" />}
      label={frameMessages.toTop}
      className={styles['button'] ?? ''}
      onClick={onClick}
    />
  );
}
