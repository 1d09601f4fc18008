import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import type { SyncStatus } from '#sync/api/engine-api.ts';
import type { Sync } from './sync.ts';

const SyncContext = createContext<Sync | undefined>(undefined);
export const SyncProvider = SyncContext.Provider;

/** The page's connection to the engine. */
export function useSync(): Sync {
  const sync = useContext(SyncContext);
  if (!sync) throw new Error('useSync needs a SyncProvider');
  return sync;
}

/** The last status of a shop, live; undefined before the first. */
export function useSyncStatus(shop: ShopKey): SyncStatus | undefined {
  const sync = useSync();
  return useSyncExternalStore(
    sync.onStatus,
    () => sync.findStatus(shop),
    () => undefined,
  );
}

/** Whether the engine could not be started at all. */
export function useSyncFailure(): boolean {
  const sync = useSync();
  return useSyncExternalStore(sync.onStatus, sync.hasFailed, () => false);
}
