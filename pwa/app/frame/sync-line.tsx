import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { parseBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { isStartScreen } from '#pwa/features/catalog/browse/browse-state.ts';
import { useSearch } from '#pwa/platform/browser/navigation.ts';
import { readShopText } from '#pwa/messages/shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { syncLineMessages } from '#pwa/messages/en/notices.ts';
import { useIsOffline } from '#pwa/platform/engine/use-is-offline.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { useStorageState } from '#pwa/platform/storage/use-storage-state.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { describeFreshness } from './describe-freshness.ts';
import { SyncLineView } from './sync-line-view.tsx';
import styles from './sync-line.module.css';

const TICK_MS = 15_000;

/** While the app is online, the age of the data is shown only from this age on. */
const OLD_MS = 3_600_000;

/**
 * Shows whether the shop is offline or the device is full, and how old the data is. During a first visit it shows the progress of the
 * catalogue, and otherwise, on the start screen, the shop's text about itself.
 */
export function SyncLine({ shop }: { readonly shop: ShopKey }) {
  const status = useSyncStatus(shop, (last) => last);
  const isOffline = useIsOffline(shop);
  const isStorageFull = useStorageState(shop) === 'full';
  const nowMs = useNow(TICK_MS);
  const isArriving = status?.catalogue === 'loading' && status.totalBytes > 0 && !isOffline;
  const updatedAtMs = status?.lastPulledAtMs ?? null;
  const about = readShopText(useShopSettings().about);
  const isStart = isStartScreen(parseBrowseQuery(useSearch(), getShop(shop)));
  const isOld = updatedAtMs !== null && nowMs - updatedAtMs >= OLD_MS;
  return (
    <SyncLineView
      isUpdated={updatedAtMs !== null && !isArriving}
      badges={
        <>
          {isOffline && (
            <span className={styles['badge']}>
              <LazyIcon name="offline" />
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
        <Words
          about={!isOffline && !isStorageFull && isStart ? about : undefined}
          freshness={status && (isOffline || isOld) ? describeFreshness(nowMs, updatedAtMs) : undefined}
        />
      )}
    </SyncLineView>
  );
}

interface WordsProps {
  readonly about: string | undefined;
  readonly freshness: string | undefined;
}

/** The age of the data, where that matters; otherwise, on the start screen, the shop's text about itself. */
const Words = ({ about, freshness = about }: WordsProps) =>
  freshness !== undefined && <span className={styles['words']}>{freshness}</span>;

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
