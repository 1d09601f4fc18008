import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { useSyncStatus } from '#pwa/platform/use-sync.ts';
import { describeFreshness } from './freshness.ts';
import { SyncLineView } from './sync-line-view.tsx';
import { useIsOffline } from './use-is-offline.ts';

const TICK_MS = 15_000;

/** Whether the shop is offline and how fresh it is; on a first visit, how much of the catalogue has arrived. */
export function SyncLine({ shop }: { readonly shop: ShopKey }) {
  const status = useSyncStatus(shop);
  const isOffline = useIsOffline(shop);
  const nowMs = useNow();
  const isArriving = status?.catalogue === 'loading' && status.totalBytes > 0 && !isOffline;
  return (
    <SyncLineView
      isOffline={isOffline}
      progress={isArriving ? status : undefined}
      freshness={status && describeFreshness(nowMs, status.lastPulledAtMs)}
    />
  );
}

/** The present time, good enough for minutes. What is newer than the last tick counts as just now. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
