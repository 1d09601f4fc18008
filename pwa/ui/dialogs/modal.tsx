import { useEffect, useRef } from 'react';
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { lockScroll } from './lock-scroll.ts';
import styles from './modal.module.css';

interface ModalProps {
  /**
   * A window in the middle, a smaller one for a form or a question, a drawer from the start of the line, a panel from its end, or a
   * viewer that fills the screen.
   */
  readonly kind: 'modal' | 'dialog' | 'drawer' | 'panel' | 'viewer';
  readonly label: string;
  /** It says what went wrong or asks before something is lost: read out at once. */
  readonly isAlert?: boolean;
  /** Escape, the system's back gesture on a dialog, or a press beside it. The owner decides and unmounts. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native dialog that is open as long as it is mounted: keeps the focus inside and gives it back when it goes. */
export function Modal({ kind, label, isAlert = false, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const unlock = lockScroll();
    element?.showModal();
    return () => {
      unlock();
      element?.close();
      // The browser restores focus on close(), but not when the element leaves the page in the same task.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  // React hands an event of a dialog to the dialogs around it as well: only the own ones count.
  const onCancel = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  const onClosed = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return;
    // A second Escape closes a dialog without asking: one that its owner keeps comes back.
    if (dialog.current?.open === false) {
      onClose();
      setTimeout(() => {
        if (dialog.current?.open === false) dialog.current.showModal();
      });
    }
  };
  const onPress = (event: MouseEvent<HTMLDialogElement>): void => {
    // The dialog's own box is filled by its content: a press on the element itself is one on the backdrop.
    // The second one of a double click was meant for what the first one opened this from.
    if (event.target === event.currentTarget && event.detail < 2) onClose();
  };

  return (
    // The dialog closes by keyboard through `cancel`; the press on the backdrop is an extra for pointers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles[kind]}
      role={isAlert ? 'alertdialog' : undefined}
      aria-label={label}
      onCancel={onCancel}
      onClose={onClosed}
      onClick={onPress}
    >
      {children}
    </dialog>
  );
}
