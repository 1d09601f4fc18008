import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import styles from './outbox.module.css';
import type { AdminOutbox } from './use-admin-outbox.ts';

const { outbox: texts } = adminMessages;

interface OutboxPanelProps {
  readonly outbox: AdminOutbox;
  readonly onOpen: (entry: AdminEntry) => void;
  readonly onClose: () => void;
}

/** The outbox: operations that need a decision, then pending operations. */
export function OutboxPanel({ outbox, onOpen, onClose }: OutboxPanelProps) {
  const [discarded, setDiscarded] = useState<AdminEntry>();
  const isOnline = !useIsServerLost();
  const undecided = outbox.entries.filter(({ state }) => state !== 'waiting');
  const pending = outbox.entries.filter(({ state }) => state === 'waiting');
  return (
    <Modal kind="panel" label={texts.title} onClose={onClose}>
      <DrawerHead title={texts.title} closeLabel={texts.close} onClose={onClose} />
      <div className={styles['body']}>
        {isOnline && pending.length > 0 && outbox.problem !== null && (
          <p className={styles['reason']} role="status">
            {adminMessages.problems[outbox.problem]}
          </p>
        )}
        {outbox.entries.length === 0 && <p className={styles['soft']}>{texts.nothing}</p>}
        <ul className={styles['list']}>
          {[...undecided, ...pending].map((entry) => (
            <OutboxEntry
              key={entry.op}
              entry={entry}
              actions={{
                onOpen: () => onOpen(entry),
                onSendAgain: () => outbox.sendAgain(entry.op),
                onDiscard: () => setDiscarded(entry),
              }}
            />
          ))}
        </ul>
        {pending.length > 0 && <Button onClick={outbox.sendNow}>{texts.sendNow}</Button>}
      </div>
      {discarded && (
        <DiscardDialog
          entry={discarded}
          onClose={() => setDiscarded(undefined)}
          onDiscard={() => outbox.discard(discarded.op)}
        />
      )}
    </Modal>
  );
}
