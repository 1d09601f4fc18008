import { useEffect } from 'react';
import { Button } from './button.tsx';
import { UNDO_TOAST_MS } from './toast-times.ts';
import styles from './undo-notice.module.css';

interface UndoNoticeProps {
  /** What was deleted. */
  readonly text: string;
  readonly undo: string;
  readonly onUndo: () => void;
  /** Called when the time to undo is over. */
  readonly onOver: () => void;
}

/** Says at the foot of the screen what was deleted, with a button that takes this back. */
export function UndoNotice({ text, undo, onUndo, onOver }: UndoNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_TOAST_MS);
    return () => clearTimeout(timer);
  }, [onOver]);
  return (
    <div className={styles['undo']} role="status">
      <p dir="auto">{text}</p>
      <Button onClick={onUndo}>{undo}</Button>
    </div>
  );
}
