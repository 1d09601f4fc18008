import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { showAppBadge } from '#pwa/platform/browser/app-badge.ts';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { LiveCount } from '#pwa/ui/live-count.tsx';
import { countToSend } from './select-orders.ts';

/** The live number of paid orders to send, here and as the app badge; hidden when it is 0. */
export function ToSendBadge(): ReactNode {
  const count = useAdminData(async (data) => countToSend(await data.orderFacts())) ?? 0;
  useEffect(() => showAppBadge(count), [count]);
  return <LiveCount count={count} meaning={adminOrderMessages.toSendBadge(count)} />;
}
