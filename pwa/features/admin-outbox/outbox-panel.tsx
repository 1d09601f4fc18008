import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import type { AdminEntry } from '#sync/admin/admin-api.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import styles from './outbox.module.css';
import type { AdminOutbox } from './use-admin-outbox.ts';

const { outbox: texts } = adminMessages;

interface OutboxPanelProps {
  readonly outbox: AdminOutbox;
  readonly onOpen: (entry: AdminEntry) => void;
  readonly onClose: () => void;
}

/** What waits to be sent, and what waits for a person, those first. */
export function OutboxPanel({ outbox, onOpen, onClose }: OutboxPanelProps) {
  const [given, setGiven] = useState<AdminEntry>();
  const isOnline = useOnline();
  const undecided = outbox.entries.filter(({ state }) => state !== 'waiting');
  const waiting = outbox.entries.filter(({ state }) => state === 'waiting');
  return (
    <Modal kind="panel" label={texts.title} onClose={onClose}>
      <DrawerHead title={texts.title} closeLabel={texts.close} onClose={onClose} />
      <div className={styles['body']}>
        {isOnline && waiting.length > 0 && outbox.problem !== null && (
          <p className={styles['reason']} role="status">
            {adminMessages.problems[outbox.problem]}
          </p>
        )}
        {outbox.entries.length === 0 && <p className={styles['soft']}>{texts.nothing}</p>}
        <ul className={styles['list']}>
          {[...undecided, ...waiting].map((entry) => (
            <OutboxEntry
              key={entry.op}
              entry={entry}
              onOpen={() => onOpen(entry)}
              onSendAgain={() => outbox.sendAgain(entry.op)}
              onDiscard={() => setGiven(entry)}
            />
          ))}
        </ul>
        {waiting.length > 0 && <Button onClick={outbox.sendNow}>{texts.sendNow}</Button>}
      </div>
      {given && (
        <ConfirmDialog
          title={texts.discardQuestion}
          onClose={() => setGiven(undefined)}
          actions={
            <>
              <Button onClick={() => setGiven(undefined)}>{texts.keep}</Button>
              <Button
                look="primary"
                onClick={() => {
                  outbox.discard(given.op);
                  setGiven(undefined);
                }}
              >
                {texts.discard}
              </Button>
            </>
          }
        >
          <p>{texts.discardHint}</p>
        </ConfirmDialog>
      )}
    </Modal>
  );
}
