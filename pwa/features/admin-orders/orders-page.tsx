import { useState } from 'react';
import type { ReactNode } from 'react';
import type { AdminOrder } from '#contract/orders/order.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { NoOrders } from './no-orders.tsx';
import { OrderBoard } from './order-board.tsx';
import { findFilter } from './order-filter-query.ts';
import styles from './orders-page.module.css';
import { PackingSlips } from './packing-slips.tsx';
import { useAdminOrders } from './use-admin-orders.ts';
import type { AdminOrders } from './use-admin-orders.ts';

interface OrdersPageProps {
  /** Link to the previous screen. */
  readonly back: ReactNode;
  /** The query of the URL, which may name a filter to begin with. */
  readonly search: string;
}

/** The page of all orders, live; packing slips replace the list while they are open. */
export function OrdersPage({ back, search }: OrdersPageProps) {
  const data = useAdminOrders();
  const [slips, setSlips] = useState<readonly AdminOrder[]>();
  return (
    <>
      {slips && <PackingSlips orders={slips} onClose={() => setSlips(undefined)} />}
      {/* Hidden, not unmounted: search and scroll position remain. */}
      <div hidden={slips !== undefined}>
        <header className={styles['head']}>
          <h1>{adminOrderMessages.title}</h1>
          {back}
        </header>
        {data && isLoaded(data) ? (
          <>
            <Freshness state={data.state} />
            <OrderBoard key={search} data={data} firstFilter={findFilter(search)} onSlips={setSlips} />
          </>
        ) : (
          <NotLoaded state={data?.state} />
        )}
      </div>
    </>
  );
}

/** Returns whether the orders are loaded. Without a sync, an empty list does not mean that there are no orders. */
const isLoaded = ({ orders, state }: AdminOrders): boolean => orders.length > 0 || state.lastSyncedAtMs !== null;

/** Explains why no orders have been loaded yet. */
function NotLoaded({ state }: { readonly state: AdminOrders['state'] | undefined }) {
  const isOnline = !useIsServerLost();
  if (!isOnline) {
    return (
      <NoOrders
        icon={<LazyIcon name="offline" />}
        title={adminOrderMessages.offline}
        hint={adminOrderMessages.offlineHint}
      />
    );
  }
  if (state && state.problem !== null) {
    return (
      <NoOrders
        icon={<LazyIcon name="offline" />}
        title={adminOrderMessages.failed}
        hint={adminOrderMessages.failedHint}
      />
    );
  }
  return <NoOrders icon={<Spinner />} title={adminOrderMessages.loading} />;
}

/** The time of the last sync and, after a failed one, a button to sync now. */
function Freshness({ state: { lastSyncedAtMs, problem } }: Pick<AdminOrders, 'state'>) {
  const api = useAdminApi();
  return (
    <div className={styles['fresh']}>
      <p role="status">{problem !== null && adminOrderMessages.stale}</p>
      {lastSyncedAtMs !== null && (
        <p>{adminOrderMessages.lastSynced(formatTime(new Date(lastSyncedAtMs).toISOString()))}</p>
      )}
      {problem !== null && (
        <Button look="quiet" onClick={() => void api.sync()}>
          {adminOrderMessages.refresh}
        </Button>
      )}
    </div>
  );
}
