import type { ShopKey } from '#contract/shops.ts';
import type { StorageState } from '#sync/api/engine-api.ts';
import { useSyncStatus } from '../engine/use-sync.ts';
import { isAppTooLarge } from '../service-worker/service-worker-state.ts';
import { useObservable } from '../use-observable.ts';

/** Returns the state of the device's storage; also `full` while only the app's own files do not fit. */
export function useStorageState(shop: ShopKey): StorageState {
  const state = useSyncStatus(shop, (status) => status?.storage ?? 'device');
  const isAppLeftOut = useObservable(isAppTooLarge);
  return state === 'device' && isAppLeftOut ? 'full' : state;
}
