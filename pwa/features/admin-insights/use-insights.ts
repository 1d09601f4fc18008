import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import type { AdminSyncState, StoredFigures } from '#sync/api/admin-api.ts';
import type { Period } from './period.ts';
import { summariseOrders } from './summarise-orders.ts';
import type { OrderSummary } from './summarise-orders.ts';

export interface OrderInsights {
  /** Undefined until the device's orders have been read. */
  readonly summary: OrderSummary | undefined;
  readonly state: AdminSyncState | undefined;
}

/** The sums over the orders of this device, live. `todayMs`: any time of today, the last day of the period. */
export function useOrderInsights(period: Period, todayMs: number): OrderInsights {
  const facts = useAdminData((data) => data.orderFacts());
  const state = useAdminData((data) => data.state());
  const summary = useMemo(() => facts && summariseOrders(facts, period, todayMs), [facts, period, todayMs]);
  return { summary, state };
}

export interface ServerInsights {
  /** The figures that the device has stored; undefined when there are none, or they have not been read yet. */
  readonly figures: StoredFigures | undefined;
  readonly isRefreshing: boolean;
  /** Whether the last attempt to refresh the figures failed. */
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/** The server's figures, asked for when the page opens and on request. */
export function useServerInsights(): ServerInsights {
  const api = useAdminApi();
  const figures = useAdminData((data) => data.serverFigures());
  const [state, setState] = useState<'refreshing' | 'done' | 'failed'>('refreshing');
  const ask = useCallback((): void => {
    api.refreshFigures().then(
      ({ ok }) => setState(ok ? 'done' : 'failed'),
      // The worker has died.
      () => setState('failed'),
    );
  }, [api]);
  useEffect(() => {
    ask();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [ask]);
  return {
    figures,
    isRefreshing: state === 'refreshing',
    hasFailed: state === 'failed',
    refresh: () => {
      setState('refreshing');
      ask();
    },
  };
}
