import { useEffect, useState } from 'react';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { isAppKept } from '#pwa/platform/service-worker/app-files.ts';

/** What of a shop is on the device for use without a connection. */
export interface KeptData {
  /** Whether Hexlime opens without a connection. */
  readonly isAppKept: boolean;
  readonly isCatalogueKept: boolean;
  readonly hasDetails: boolean;
  readonly imageCount: number;
}

/** Returns what of a shop is on the device; undefined until it is known. */
export function useKeptData(shop: ShopKey): KeptData | undefined {
  const status = useSyncStatus(shop);
  const [files, setFiles] = useState<Pick<KeptData, 'isAppKept' | 'imageCount'>>();
  useEffect(() => {
    let isOver = false;
    const read = async (): Promise<void> => {
      const [isKept, imageCount] = await Promise.all([isAppKept(), countImages()]);
      if (!isOver) setFiles({ isAppKept: isKept, imageCount });
    };
    void read();
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    container?.addEventListener('controllerchange', read);
    return () => {
      isOver = true;
      container?.removeEventListener('controllerchange', read);
    };
  }, []);
  if (!files || !status) return undefined;
  const isCatalogueKept = status.catalogue === 'ready' && status.isKept;
  return { ...files, isCatalogueKept, hasDetails: isCatalogueKept && status.hasDetails };
}

async function countImages(): Promise<number> {
  // Without a look, opening would create an empty cache.
  const hasImages = await globalThis.caches?.has(IMAGE_CACHE).catch(() => false);
  return hasImages ? (await (await caches.open(IMAGE_CACHE)).keys()).length : 0;
}
