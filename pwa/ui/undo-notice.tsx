import { useEffect } from 'react';
import { UNDO_MS } from '#contract/limits.ts';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from './button.tsx';
import styles from './undo-notice.module.css';

interface UndoNoticeProps {
  /** Says what was deleted. */
  readonly text: string;
  readonly onUndo: () => void;
  /** The time is over. */
  readonly onOver: () => void;
}

/** Says at the foot of the screen what was deleted, with a button that takes it back while there is time. */
export function UndoNotice({ text, onUndo, onOver }: UndoNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_MS);
    return () => clearTimeout(timer);
  }, [onOver]);
  return (
    <div className={styles['undo']} role="status">
      <p dir="auto">{text}</p>
      <Button onClick={onUndo}>{adminListMessages.undo}</Button>
    </div>
  );
}
