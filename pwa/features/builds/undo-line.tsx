import { buildMessages } from '#pwa/messages/en/builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Undo } from './use-undo.ts';
import styles from './undo-line.module.css';

interface UndoLineProps {
  readonly message: Undo | undefined;
  readonly onDone: () => void;
}

/** The last change and the button that takes it back. */
export const UndoLine = ({ message, onDone }: UndoLineProps) => (
  <div role="status" className={styles['line']}>
    {message && (
      <p>
        {message.text}
        {message.undo && (
          <Button
            look="quiet"
            onClick={() => {
              onDone();
              // The undo may show another message, so it runs after `onDone`.
              message.undo?.();
            }}
          >
            {buildMessages.undo}
          </Button>
        )}
      </p>
    )}
  </div>
);
