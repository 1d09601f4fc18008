import { useEffect } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { refreshShop } from '#pwa/platform/storage/refresh-shop.ts';

/** Asks for the shop settings once a page: a document of the service worker shows those of the last visit. */
export function ShopRefresh() {
  const { engine } = useSync();
  useEffect(() => void refreshShop(engine), [engine]);
  return null;
}
