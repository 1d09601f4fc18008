import type { ShopKey } from '#contract/shops.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { useStorageState } from '#pwa/platform/storage/use-storage-state.ts';
import { useNow } from '#pwa/ui/use-now.ts';
import { describeFreshness } from './describe-freshness.ts';
import { SyncLineView } from './sync-line-view.tsx';
import { useIsOffline } from '#pwa/platform/engine/use-is-offline.ts';

const TICK_MS = 15_000;

/** Shows whether the shop is offline and how fresh its data is; on a first visit, the progress of the catalogue. */
export function SyncLine({ shop }: { readonly shop: ShopKey }) {
  const status = useSyncStatus(shop);
  const isOffline = useIsOffline(shop);
  const isStorageFull = useStorageState(shop) === 'full';
  const nowMs = useNow(TICK_MS);
  const isArriving = status?.catalogue === 'loading' && status.totalBytes > 0 && !isOffline;
  return (
    <SyncLineView
      isOffline={isOffline}
      isStorageFull={isStorageFull}
      progress={isArriving ? status : undefined}
      freshness={status && describeFreshness(nowMs, status.lastPulledAtMs)}
    />
  );
}
