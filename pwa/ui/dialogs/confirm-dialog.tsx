import { useId } from 'react';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  /** The question or message, in one line. */
  readonly title: string;
  /** The language of the title where it is not that of the page. */
  readonly lang?: string;
  readonly children?: ReactNode;
  /** The buttons, the safe one first: it gets the focus. */
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** A confirmation or message dialog, in place of the browser's `confirm` and `alert`. */
export function ConfirmDialog({ title, lang, children, actions, onClose }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal kind="dialog" label={title} isAlert onClose={onClose}>
      <div className={styles['question']} aria-describedby={id}>
        <h2 lang={lang}>{title}</h2>
        <div id={id}>{children}</div>
        <div className={styles['actions']}>{actions}</div>
      </div>
    </Modal>
  );
}
