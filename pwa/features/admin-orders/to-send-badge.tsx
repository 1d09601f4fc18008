import { useEffect } from 'react';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { showAppBadge } from '#pwa/platform/browser/app-badge.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { countToSend } from './select-orders.ts';
import styles from './to-send-badge.module.css';

/** The live number of paid orders to send, here and as the app badge; hidden when it is 0. */
export function ToSendBadge() {
  const count = useAdminData(async (data) => countToSend(await data.orderFacts())) ?? 0;
  useEffect(() => showAppBadge(count), [count]);
  if (count === 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{adminOrderMessages.toSendBadge(count)}</VisuallyHidden>
    </span>
  );
}
