import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { noticeMessages } from '#pwa/messages/en/notices.ts';
import { formatBytes } from '#pwa/messages/format-bytes.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { useStorageUsage } from './storage-usage.ts';
import type { StorageUsage } from './storage-usage.ts';
import { useStorageState } from '#pwa/platform/storage/use-storage-state.ts';
import { useIsOffline } from '#pwa/platform/engine/use-is-offline.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { Button } from '#pwa/ui/button.tsx';
import { DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import type { ShopKey } from '#contract/shops.ts';
import { DataUse } from './data-use.tsx';
import { OfflineUse } from './offline-use.tsx';
import { Operations } from './operations.tsx';
import styles from './sync-centre.module.css';
import { useSyncActions } from './use-sync-actions.ts';
import { useOutbox } from './use-outbox.ts';

interface SyncCentreProps {
  /** The shop whose catalogue is on the screen. */
  readonly shop: ShopKey;
  readonly onClose: () => void;
}

/** The sync state of this device: last syncs, pending and rejected operations, storage and diagnostics. */
export function SyncCentre({ shop, onClose }: SyncCentreProps) {
  const outbox = useOutbox();
  const isFull = useStorageState(shop) === 'full';
  return (
    <Modal kind="panel" label={syncCentreMessages.title} onClose={onClose}>
      <DrawerHead title={syncCentreMessages.title} closeLabel={syncCentreMessages.close} onClose={onClose} />
      <div className={styles['body']}>
        <ConnectionState shop={shop} />
        {outbox && <Operations {...outbox} />}
        <OfflineUse shop={shop} keepsChanges={outbox && outbox.state.problem !== 'device-error'} />
        <DataUse />
        <Storage isFull={isFull} />
        <Diagnostics />
      </div>
    </Modal>
  );
}

function ConnectionState({ shop }: { readonly shop: ShopKey }) {
  const isOnline = useOnline();
  const isOffline = useIsOffline(shop);
  const status = useSyncStatus(shop, (last) => last);
  const outbox = useOutbox();
  const { syncNow } = useSyncActions();
  const problem = outbox?.state.problem ?? status?.problem ?? null;
  return (
    <section className={styles['part']}>
      <p className={styles['connection']} role="status">
        <span className={styles['lamp']} data-on={isOnline && problem === null} aria-hidden="true" />
        <strong>{isOffline ? syncCentreMessages.offline : syncCentreMessages.online}</strong>
        {isOnline && problem === null && status && (
          <span className={styles['soft']}>{status.isLive ? syncCentreMessages.live : syncCentreMessages.notLive}</span>
        )}
      </p>
      {isOnline && problem !== null && <p className={styles['reason']}>{noticeMessages.problems[problem]}</p>}
      <dl className={styles['times']}>
        <dt>{syncCentreMessages.catalogue}</dt>
        <dd>{describeTime(status?.lastPulledAtMs)}</dd>
        {outbox && (
          <>
            <dt>{syncCentreMessages.account}</dt>
            <dd>{describeTime(outbox.state.lastSyncedAtMs)}</dd>
          </>
        )}
      </dl>
      <Button disabled={!isOnline} onClick={syncNow}>
        {syncCentreMessages.syncNow}
      </Button>
    </section>
  );
}

const describeTime = (timeMs: number | null | undefined): string =>
  timeMs === null || timeMs === undefined
    ? syncCentreMessages.neverSynced
    : syncCentreMessages.lastSynced(formatTime(new Date(timeMs).toISOString()));

function Storage({ isFull }: { readonly isFull: boolean }) {
  const { use, keep } = useStorageUsage();
  if (!use) return null;
  return (
    <section className={styles['part']}>
      <h3>{syncCentreMessages.storage}</h3>
      <p>{describeUse(use, isFull)}</p>
      <p className={styles['soft']}>
        {use.isPersistent ? syncCentreMessages.persistent : syncCentreMessages.notPersistent}
      </p>
      {!use.isPersistent && <Button onClick={keep}>{syncCentreMessages.persist}</Button>}
    </section>
  );
}

function describeUse({ usedBytes, quotaBytes }: StorageUsage, isFull: boolean): string {
  if (usedBytes === undefined || quotaBytes === undefined) return syncCentreMessages.unknownUse;
  // A full device has less room than the browser's quota says.
  if (isFull) return syncCentreMessages.usedAll(formatBytes(usedBytes));
  return syncCentreMessages.used(formatBytes(usedBytes), formatBytes(quotaBytes));
}

function Diagnostics() {
  const { saveDiagnostics } = useSyncActions();
  const differences = useOutbox()?.state.differences ?? 0;
  return (
    <section className={styles['part']}>
      <h3>{syncCentreMessages.diagnostics}</h3>
      {differences > 0 && <p>{syncCentreMessages.differences(differences)}</p>}
      <p className={styles['soft']}>{syncCentreMessages.diagnosticsHint}</p>
      <Button onClick={saveDiagnostics}>{syncCentreMessages.export}</Button>
    </section>
  );
}
