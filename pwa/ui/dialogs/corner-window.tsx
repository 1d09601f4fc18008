import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './corner-window.module.css';

interface CornerWindowProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A non-modal window in the lower corner. Takes the focus on mount and returns it on unmount. */
export function CornerWindow({ label, onClose, children }: CornerWindowProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    element.current?.focus({ preventScroll: true });
    return () => {
      // Focus that has moved elsewhere on the page stays there.
      const isInside = document.activeElement === document.body;
      if (isInside && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    // Escape closes it like any other window, unless a dialog over it takes the key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={element}
      className={styles['window']}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        const isOfDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
        if (event.key === 'Escape' && !event.defaultPrevented && !isOfDialog) onClose();
      }}
    >
      {children}
    </section>
  );
}
