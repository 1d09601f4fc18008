import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AdminOrder } from '#contract/order.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { NoOrders } from './no-orders.tsx';
import { OrderBoard } from './order-board.tsx';
import styles from './orders-page.module.css';
import { PackingSlips } from './packing-slips.tsx';
import { ToSendBadge } from './to-send-badge.tsx';
import { useAdminOrders } from './use-admin-orders.ts';
import type { AdminOrders } from './use-admin-orders.ts';

interface OrdersPageProps {
  /** Leads to where the page was opened from. */
  readonly back: ReactNode;
}

/** All orders of the shop, live; packing slips of some of them in their place. */
export function OrdersPage({ back }: OrdersPageProps) {
  const found = useAdminOrders();
  const [slips, setSlips] = useState<readonly AdminOrder[]>();
  return (
    <>
      {slips && <PackingSlips orders={slips} onClose={() => setSlips(undefined)} />}
      {/* Kept as it is, with its search and its place. */}
      <div hidden={slips !== undefined}>
        <header className={styles['head']}>
          <h1>
            {adminOrderMessages.title} <ToSendBadge />
          </h1>
          {back}
        </header>
        {found && isHere(found) ? (
          <>
            <Freshness state={found.state} />
            <OrderBoard found={found} onSlips={setSlips} />
          </>
        ) : (
          <NotHere state={found?.state} />
        )}
      </div>
    </>
  );
}

/** Whether the device has ever heard from the server, so that no orders means none. */
const isHere = ({ orders, state }: AdminOrders): boolean => orders.length > 0 || state.lastSyncedAtMs !== null;

/** Nothing has come from the server yet. */
function NotHere({ state }: { readonly state: AdminOrders['state'] | undefined }) {
  const isOnline = useOnline();
  if (!isOnline) {
    return (
      <NoOrders
        sign={<Icon name="offline" />}
        title={adminOrderMessages.offline}
        hint={adminOrderMessages.offlineHint}
      />
    );
  }
  if (state && state.problem !== null) {
    return (
      <NoOrders sign={<Icon name="offline" />} title={adminOrderMessages.failed} hint={adminOrderMessages.failedHint} />
    );
  }
  return <NoOrders sign={<Spinner />} title={adminOrderMessages.loading} />;
}

/** How old the orders on the screen may be. */
function Freshness({ state: { lastSyncedAtMs, problem } }: Pick<AdminOrders, 'state'>) {
  const api = useAdminApi();
  return (
    <div className={styles['fresh']}>
      <p role="status">{problem !== null && adminOrderMessages.stale}</p>
      {lastSyncedAtMs !== null && (
        <p>{adminOrderMessages.lastSynced(formatTime(new Date(lastSyncedAtMs).toISOString()))}</p>
      )}
      <Button look="quiet" onClick={() => void api.sync()}>
        {adminOrderMessages.refresh}
      </Button>
    </div>
  );
}
