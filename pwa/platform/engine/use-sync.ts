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

/** Returns what `read` takes from a shop's last status, live: the component renders again only when that changes. */
export function useSyncStatus<T extends SyncStatus | string | number | boolean | null | undefined>(
  shop: ShopKey,
  read: (status: SyncStatus | undefined) => T,
): T {
  const sync = useSync();
  return useSyncExternalStore(
    sync.onStatus,
    () => read(sync.findStatus(shop)),
    () => read(undefined),
  );
}

/** Whether the engine could not be started at all. */
export function useSyncFailure(): boolean {
  const sync = useSync();
  return useSyncExternalStore(sync.onStatus, sync.hasFailed, () => false);
}

/** Whether all products of a shop are on the device; a `read` function for `useSyncStatus`. */
export const isReady = (status: SyncStatus | undefined): boolean => status?.catalogue === 'ready';
