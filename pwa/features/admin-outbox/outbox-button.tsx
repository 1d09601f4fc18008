import { useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import styles from './outbox.module.css';
import { OutboxPanel } from './outbox-panel.tsx';
import { useAdminOutbox } from './use-admin-outbox.ts';

/** Shows the number of operations in the outbox and opens their list; hidden when there are none. `onOpen` opens an operation's form. */
export function OutboxButton({ onOpen }: { readonly onOpen: (entry: AdminEntry) => void }) {
  const outbox = useAdminOutbox();
  const [isOpen, setOpen] = useState(false);
  const { entries, undecided } = outbox;
  if (entries.length === 0 && !isOpen) return null;
  return (
    <>
      <Button
        className={styles['button']}
        data-undecided={undecided > 0 || undefined}
        aria-label={`${adminMessages.outbox.title}: ${adminMessages.outbox.open(entries.length, undecided)}`}
        onClick={() => setOpen(true)}
      >
        {adminMessages.outbox.open(entries.length, undecided)}
      </Button>
      {isOpen && (
        <OutboxPanel
          outbox={outbox}
          onClose={() => setOpen(false)}
          onOpen={(entry) => {
            setOpen(false);
            onOpen(entry);
          }}
        />
      )}
    </>
  );
}
