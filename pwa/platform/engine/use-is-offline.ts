import type { ShopKey } from '#contract/shops.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';

/** Whether the shop works without its server: no network, or the server is unreachable. */
export function useIsOffline(shop: ShopKey): boolean {
  const isOnline = useOnline();
  const problem = useSyncStatus(shop)?.problem ?? null;
  return !isOnline || problem === 'unreachable';
}
