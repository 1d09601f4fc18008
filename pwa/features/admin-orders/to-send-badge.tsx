import { useEffect } from 'react';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { showAppBadge } from '#pwa/platform/browser/app-badge.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { isToSend } from './select-orders.ts';
import styles from './to-send-badge.module.css';

/** How many paid orders wait to be sent, live, here and on the sign of the installed app; nothing when there are none. */
export function ToSendBadge() {
  const count = useAdminData(async (data) => (await data.orders()).filter(isToSend).length) ?? 0;
  useEffect(() => showAppBadge(count), [count]);
  if (count === 0) return null;
  return (
    <span className={styles['badge']}>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{adminOrderMessages.toSendBadge(count)}</VisuallyHidden>
    </span>
  );
}
