import { useEffect } from 'react';
import { Button } from './button.tsx';
import styles from './undo-notice.module.css';

/** How long a deletion can be taken back with one tap; later it is restored from the deleted products. */
const UNDO_MS = 10_000;

interface UndoNoticeProps {
  /** What was deleted. */
  readonly text: string;
  readonly undo: string;
  readonly onUndo: () => void;
  /** The time is over. */
  readonly onOver: () => void;
}

/** Says at the foot of the screen what was deleted, with a button that takes it back. */
export function UndoNotice({ text, undo, onUndo, onOver }: UndoNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_MS);
    return () => clearTimeout(timer);
  }, [onOver]);
  return (
    <div className={styles['undo']} role="status">
      <p dir="auto">{text}</p>
      <Button onClick={onUndo}>{undo}</Button>
    </div>
  );
}
