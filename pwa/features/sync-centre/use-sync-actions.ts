import { useCallback } from 'react';
import { SHOP_KEYS } from '#contract/shops.ts';
import { syncCentreMessages } from '#pwa/messages/en/sync-centre.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { readStorageUsage } from './storage-usage.ts';
import { isAppTooLarge } from '#pwa/platform/service-worker/service-worker-state.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import { writeDiagnostics } from './diagnostics.ts';

const ignore = (): void => undefined;

/** Returns the actions of the sync centre. */
export function useSyncActions(): { readonly syncNow: () => void; readonly saveDiagnostics: () => void } {
  const sync = useSync();
  const data = useOpenUserData();
  const syncNow = useCallback((): void => {
    // A failure shows in the sync state.
    sync.engine.refresh().catch(ignore);
    if (data) sync.account.syncAccount().catch(ignore);
  }, [sync, data]);
  const saveDiagnostics = useCallback((): void => {
    const read = Promise.all([readStorageUsage(), data?.state(), data?.outbox()]);
    void read
      .catch(() => [])
      .then(([storage, account, outbox]) => {
        const text = writeDiagnostics({
          nowMs: Date.now(),
          isOnline: navigator.onLine,
          userAgent: navigator.userAgent,
          hasServiceWorker: Boolean(navigator.serviceWorker?.controller),
          storage,
          isAppTooLarge: isAppTooLarge.get(),
          shops: SHOP_KEYS.flatMap((shop) => sync.findStatus(shop) ?? []),
          account,
          outbox: outbox ?? [],
        });
        saveTextFile(syncCentreMessages.fileName, text, 'application/json');
      });
  }, [sync, data]);
  return { syncNow, saveDiagnostics };
}
