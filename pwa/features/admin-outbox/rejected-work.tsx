import { useState } from 'react';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import styles from './outbox.module.css';
import { useAdminOutbox } from './use-admin-outbox.ts';

const { revoked } = administratorMessages;
const { outbox } = adminMessages;

/** Shows outside the administration that changes were rejected because the access was revoked, and lists them read-only. */
export function RejectedWork() {
  const [isOpen, setOpen] = useState(false);
  const entries = useAdminOutbox().entries.filter(({ rejection }) => rejection?.code === 'access-revoked');
  if (entries.length === 0) return null;
  return (
    <>
      <p className={styles['soft']}>{revoked.kept(entries.length)}</p>
      <Button onClick={() => setOpen(true)}>{revoked.show}</Button>
      {isOpen && (
        <Modal kind="panel" label={outbox.title} onClose={() => setOpen(false)}>
          <DrawerHead title={outbox.title} closeLabel={outbox.close} onClose={() => setOpen(false)} />
          <ul className={styles['body']}>
            {entries.map((entry) => (
              <OutboxEntry key={entry.op} entry={entry} />
            ))}
          </ul>
        </Modal>
      )}
    </>
  );
}
