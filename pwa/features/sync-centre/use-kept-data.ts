import { useEffect, useState } from 'react';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useSyncStatus } from '#pwa/platform/engine/use-sync.ts';
import { useAppKept } from '#pwa/platform/service-worker/use-app-kept.ts';

/** The parts of a shop that are on the device for use without a connection. */
export interface KeptData {
  /** Whether Hexlime opens without a connection. */
  readonly isAppKept: boolean;
  readonly isCatalogueKept: boolean;
  readonly hasDetails: boolean;
  readonly imageCount: number;
}

/** Returns which parts of a shop are on the device; undefined until that is known. */
export function useKeptData(shop: ShopKey): KeptData | undefined {
  const status = useSyncStatus(shop, (last) => last);
  const isAppKept = useAppKept();
  const [imageCount, setImageCount] = useState<number>();
  useEffect(() => void countImages().then(setImageCount, () => setImageCount(0)), []);
  if (!status || isAppKept === undefined || imageCount === undefined) return undefined;
  const isCatalogueKept = status.catalogue === 'ready' && status.isKept;
  return { isAppKept, imageCount, isCatalogueKept, hasDetails: isCatalogueKept && status.hasDetails };
}

async function countImages(): Promise<number> {
  // Checked first, because opening a missing cache would create it.
  const hasImages = await globalThis.caches?.has(IMAGE_CACHE);
  return hasImages ? (await (await caches.open(IMAGE_CACHE)).keys()).length : 0;
}
