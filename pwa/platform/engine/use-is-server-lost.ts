import { useSyncExternalStore } from 'react';
import { SHOP_KEYS } from '#contract/shops.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import type { Sync } from './sync.ts';
import { useSync } from './use-sync.ts';

/** Whether the server cannot be reached, for screens that belong to no shop: no network, or calls of a shop fail while no socket is open. */
export function useIsServerLost(): boolean {
  const sync = useSync();
  const readLost = (): boolean => isServerLost(sync);
  const isLost = useSyncExternalStore(sync.onStatus, readLost, () => false);
  return !useOnline() || isLost;
}

/** Whether the last statuses say that the server does not answer. */
export function isServerLost({ findStatus }: Pick<Sync, 'findStatus'>): boolean {
  const statuses = SHOP_KEYS.map((shop) => findStatus(shop));
  return statuses.some((status) => status?.problem === 'unreachable') && !statuses.some((status) => status?.isLive);
}
