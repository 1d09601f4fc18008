import { useEffect, useRef } from 'react';
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { modalFillsScreen } from './fills-screen.ts';
import { lockScroll } from './lock-scroll.ts';
import { findFocused, returnFocus } from './return-focus.ts';
import { enterTop } from './top-dialog.ts';
import { useLayer } from './use-layer.ts';
import styles from './modal.module.css';

interface ModalProps {
  /**
   * `modal`: a centered window; `dialog`: a smaller one for a form or a question; `drawer`: a panel from the inline start;
   * `panel`: one from the inline end; `viewer`: the full screen; `busy`: a task that blocks the full screen.
   */
  readonly kind: 'modal' | 'dialog' | 'drawer' | 'panel' | 'viewer' | 'busy';
  readonly label: string;
  /** Whether the page's address opens and closes the dialog: "back" then changes the address, and the dialog adds no step of its own. */
  readonly hasAddress?: boolean;
  /** An error or a confirmation: screen readers announce it at once. */
  readonly isAlert?: boolean;
  /** Ids of the elements that describe it. */
  readonly describedBy?: string;
  /** Called on Escape, on "back" and on a click on the backdrop. The owner decides whether to unmount. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A native dialog, open while it is mounted. Traps the focus and returns it on unmount. It is a step of the browser's "back". */
export function Modal({
  kind,
  label,
  hasAddress = false,
  isAlert = false,
  describedBy,
  onClose,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(!hasAddress, onClose);

  useEffect(() => {
    const element = dialog.current;
    const opener = findFocused();
    const leave = element && open(element, kind);
    return () => {
      leave?.();
      element?.close();
      // The browser restores focus on close(), but not when the element leaves the page in the same task.
      returnFocus(opener);
    };
  }, [kind]);

  // React bubbles the events of nested dialogs: only this dialog's own events count.
  const onCancel = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  const onClosed = (event: SyntheticEvent): void => {
    if (event.target !== event.currentTarget) return;
    // A second Escape closes a dialog even if `cancel` was prevented: a dialog that its owner keeps mounted is opened again.
    if (dialog.current?.open === false) {
      onClose();
      setTimeout(() => {
        if (dialog.current?.open === false) dialog.current.showModal();
      });
    }
  };
  const onPress = (event: MouseEvent<HTMLDialogElement>): void => {
    // The content fills the dialog's box, so a click on the element itself is one on the backdrop.
    // The second click of a double click belongs to the control that opened the dialog.
    if (event.target === event.currentTarget && event.detail < 2) onClose();
  };

  return (
    // The keyboard closes the dialog through `cancel`; the click on the backdrop is for pointers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={styles[kind]}
      role={isAlert ? 'alertdialog' : undefined}
      aria-label={label}
      aria-describedby={describedBy}
      onCancel={onCancel}
      onClose={onClosed}
      onClick={onPress}
    >
      {children}
    </dialog>
  );
}

/**
 * Opens a dialog and returns the function that releases the page. A dialog that covers the page is painted before it is made modal:
 * `showModal()` and the lock of the page's scrolling each make the browser restyle the whole page, which would keep the tap waiting.
 * `show()` would keep it waiting, too: it lays out the page to find what to focus.
 */
function open(dialog: HTMLDialogElement, kind: ModalProps['kind']): () => void {
  let leave: (() => void) | undefined;
  const makeModal = (): void => {
    dialog.open = false;
    const unlock = lockScroll(kind === 'viewer' ? 'viewer' : 'dialog');
    dialog.showModal();
    const leaveTop = enterTop(dialog);
    leave = () => {
      unlock();
      leaveTop();
    };
  };
  if (kind !== 'modal' || !modalFillsScreen()) {
    makeModal();
    return () => leave?.();
  }
  // With a mouse, `show()` is used: `open` focuses nothing, and browsers would draw a focus ring around what `showModal()` then focuses.
  if (matchMedia('(pointer: coarse)').matches) dialog.open = true;
  else dialog.show();
  const ready = (): void => removeEventListener('keydown', cancelEarly, true);
  addEventListener('keydown', cancelEarly, true);
  const stop = afterPaint(() => {
    ready();
    makeModal();
  });
  return () => {
    stop();
    ready();
    leave?.();
  };

  /** Browsers turn Escape into `cancel` only for a modal dialog: pressed earlier, it would go to the page, or to a dialog below. */
  function cancelEarly(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    ready();
    event.preventDefault();
    event.stopPropagation();
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
}
