import type { ShopKey } from '#contract/shops.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSyncStatus } from './use-sync.ts';

/** Whether the shop works without its server: no network, or the server is unreachable. */
export function useIsOffline(shop: ShopKey): boolean {
  const isOnline = useOnline();
  const isUnreachable = useSyncStatus(shop, (status) => status?.problem === 'unreachable');
  return !isOnline || isUnreachable;
}
