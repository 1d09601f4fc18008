import { messages } from '#pwa/messages/en/first-screen.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './sync-line.module.css';

interface SyncLineViewProps {
  readonly isOffline?: boolean;
  /** The device has no room for everything that it should keep. */
  readonly isStorageFull?: boolean;
  /** Received bytes of the catalogue; undefined while none is loading. */
  readonly progress?: { readonly receivedBytes: number; readonly totalBytes: number } | undefined;
  readonly freshness?: string | undefined;
}

/** Shows whether the shop is offline and how fresh its data is, at a fixed height. */
export const SyncLineView = ({ isOffline = false, isStorageFull = false, progress, freshness }: SyncLineViewProps) => (
  <section className={styles['line']} aria-label={messages.sync.line}>
    <span role="status">
      {isOffline && (
        <span className={styles['badge']}>
          <Icon name="offline" />
          {messages.sync.offline}
        </span>
      )}
      {isStorageFull && <span className={styles['badge']}>{messages.sync.storageFull}</span>}
    </span>
    {progress ? (
      <>
        <span>{messages.sync.arriving(Math.round((100 * progress.receivedBytes) / progress.totalBytes))}</span>
        <progress
          className={styles['progress']}
          aria-label={messages.sync.arrivingProgress}
          value={progress.receivedBytes}
          max={progress.totalBytes}
        />
      </>
    ) : (
      <span>{freshness}</span>
    )}
  </section>
);
