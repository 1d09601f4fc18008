import { useEffect } from 'react';
import { adminListMessages } from '#pwa/messages/en/admin-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { UNDO_TOAST_MS } from '#pwa/ui/toast-times.ts';
import styles from './product-list.module.css';

interface UndoNoticeProps {
  readonly titles: readonly string[];
  readonly onUndo: () => void;
  /** The time is over. */
  readonly onOver: () => void;
}

/** Says at the foot of the screen what was deleted, with a button that takes it back; later it can be restored from the deleted products. */
export function UndoNotice({ titles, onUndo, onOver }: UndoNoticeProps) {
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_TOAST_MS);
    return () => clearTimeout(timer);
  }, [onOver]);
  return (
    <div className={styles['undo']} role="status">
      <p dir="auto">{adminListMessages.deleted(titles)}</p>
      <Button onClick={onUndo}>{adminListMessages.undo}</Button>
    </div>
  );
}
