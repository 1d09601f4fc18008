import { useId } from 'react';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  /** The question or message, in one line. */
  readonly title: string;
  /** For a title that the specification fixes: its language, and its meaning in the page's language, '' if both languages are the same. */
  readonly foreign?: { readonly lang: string; readonly meaning: string } | undefined;
  readonly children?: ReactNode;
  /** The buttons, the safe one first: it gets the focus. */
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** A confirmation or message dialog, in place of the browser's `confirm` and `alert`. */
export function ConfirmDialog({ title, foreign, children, actions, onClose }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal kind="dialog" label={title} describedBy={`${id}-meaning ${id}`} isAlert onClose={onClose}>
      <div className={styles['question']}>
        {foreign && foreign.meaning !== '' && (
          <p id={`${id}-meaning`} className={styles['meaning']}>
            {foreign.meaning}
          </p>
        )}
        <h2 lang={foreign?.lang}>{title}</h2>
        <div id={id}>{children}</div>
        <div className={styles['actions']}>{actions}</div>
      </div>
    </Modal>
  );
}
