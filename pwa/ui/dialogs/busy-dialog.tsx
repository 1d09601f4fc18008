import type { ReactNode } from 'react';
import { Spinner } from '../spinner.tsx';
import styles from './busy-dialog.module.css';
import { Modal } from './modal.tsx';

interface BusyDialogProps {
  /** The running task. */
  readonly title: string;
  readonly children?: ReactNode;
}

const stay = (): void => undefined;

/** Blocks the whole screen while it is mounted. The user cannot close it. */
export const BusyDialog = ({ title, children }: BusyDialogProps) => (
  <Modal kind="busy" label={title} onClose={stay}>
    <div className={styles['box']}>
      <div className={styles['line']} role="status">
        <Spinner />
        <p>{title}</p>
      </div>
      {children}
    </div>
  </Modal>
);
