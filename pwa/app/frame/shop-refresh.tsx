import { useEffect } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { refreshShop } from '#pwa/platform/storage/refresh-shop.ts';

/** Fetches the shop settings once per page load: a document from the service worker shows those of the last visit. */
export function ShopRefresh() {
  const { engine } = useSync();
  useEffect(() => void refreshShop(engine), [engine]);
  return null;
}
