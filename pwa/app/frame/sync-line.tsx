import type { ShopKey } from '#contract/shops.ts';
import { syncLineMessages } from '#pwa/messages/en/notices.ts';
import { useIsOffline } from '#pwa/platform/engine/use-is-offline.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { useStorageState } from '#pwa/platform/storage/use-storage-state.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { describeFreshness } from './describe-freshness.ts';
import { SyncLineView } from './sync-line-view.tsx';
import styles from './sync-line.module.css';

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
      badges={
        <>
          {isOffline && (
            <span className={styles['badge']}>
              <Icon name="offline" />
              {syncLineMessages.offline}
            </span>
          )}
          {isStorageFull && <span className={styles['badge']}>{syncLineMessages.storageFull}</span>}
        </>
      }
    >
      {isArriving ? (
        <Progress receivedBytes={status.receivedBytes} totalBytes={status.totalBytes} />
      ) : (
        <span>{status && describeFreshness(nowMs, status.lastPulledAtMs)}</span>
      )}
    </SyncLineView>
  );
}

const Progress = ({ receivedBytes, totalBytes }: { readonly receivedBytes: number; readonly totalBytes: number }) => (
  <>
    <span>{syncLineMessages.arriving(Math.round((100 * receivedBytes) / totalBytes))}</span>
    <progress
      className={styles['progress']}
      aria-label={syncLineMessages.arrivingProgress}
      value={receivedBytes}
      max={totalBytes}
    />
  </>
);
