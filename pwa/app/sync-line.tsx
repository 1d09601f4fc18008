import { useEffect, useState } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { messages } from '#pwa/messages/en.ts';
import { useSyncStatus } from '#pwa/platform/use-sync.ts';
import { Icon } from '#pwa/ui/icon.tsx';
import { describeFreshness } from './freshness.ts';
import { useIsOffline } from './use-is-offline.ts';
import styles from './sync-line.module.css';

const TICK_MS = 15_000;
const percent = new Intl.NumberFormat('en', { style: 'percent' });

/** Whether the shop is offline and how fresh it is; on a first visit, how much of the catalogue has arrived. Always as high. */
export function SyncLine({ shop }: { readonly shop: ShopKey }) {
  const status = useSyncStatus(shop);
  const isOffline = useIsOffline(shop);
  const nowMs = useNow();
  const isArriving = status?.catalogue === 'loading' && status.totalBytes > 0 && !isOffline;
  return (
    <section className={styles['line']} aria-label={messages.sync.line}>
      <span role="status">
        {isOffline && (
          <span className={styles['badge']}>
            <Icon name="offline" />
            {messages.sync.offline}
          </span>
        )}
      </span>
      {isArriving ? (
        <>
          <span>{messages.sync.arriving(percent.format(status.receivedBytes / status.totalBytes))}</span>
          <progress
            className={styles['progress']}
            aria-label={messages.sync.arrivingProgress}
            value={status.receivedBytes}
            max={status.totalBytes}
          />
        </>
      ) : (
        <span>{status && describeFreshness(nowMs, status.lastPulledAtMs)}</span>
      )}
    </section>
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
