import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { lockScroll } from './lock-scroll.ts';
import styles from './busy-dialog.module.css';
import { Spinner } from '../spinner.tsx';

interface BusyDialogProps {
  /** The running task. */
  readonly title: string;
  readonly children?: ReactNode;
}

/** Blocks the whole screen while it is mounted. The user cannot close it. */
export function BusyDialog({ title, children }: BusyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const unlock = lockScroll();
    element?.showModal();
    return () => {
      unlock();
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['overlay']}
      aria-label={title}
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes a dialog even if `cancel` was prevented.
      onClose={() => dialog.current?.showModal()}
    >
      <div className={styles['box']}>
        <div className={styles['line']} role="status">
          <Spinner />
          <p>{title}</p>
        </div>
        {children}
      </div>
    </dialog>
  );
}
