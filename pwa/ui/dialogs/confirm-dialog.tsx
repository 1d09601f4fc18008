import { useId } from 'react';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  /** What is asked or told, in one line. */
  readonly title: string;
  /** The language of the title where it is not that of the page. */
  readonly lang?: string;
  readonly children?: ReactNode;
  /** The answers, the safe one first: it gets the focus. */
  readonly answers: ReactNode;
  readonly onClose: () => void;
}

/** A question or a message in the page, in place of the browser's own `confirm` and `alert`. */
export function ConfirmDialog({ title, lang, children, answers, onClose }: ConfirmDialogProps) {
  const id = useId();
  return (
    <Modal kind="dialog" label={title} isAlert onClose={onClose}>
      <div className={styles['question']} aria-describedby={id}>
        <h2 lang={lang}>{title}</h2>
        <div id={id}>{children}</div>
        <div className={styles['answers']}>{answers}</div>
      </div>
    </Modal>
  );
}
