import { useCallback, useEffect } from 'react';
import type { ImageDownloads } from '#contract/http/image-downloads.ts';
import type { ShopKey } from '#contract/shops.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useLoaded } from '#pwa/platform/use-loaded.ts';

const LOOK_EVERY_MS = 3_000;

/** Returns the progress of the images of imports that the server fetches by their links, polled while any are left. */
export function useImageDownloads(
  shop: ShopKey,
  isImporting: boolean,
): { readonly downloads: ImageDownloads | undefined; readonly retry: () => void } {
  const calls = useAdminCalls();
  const load = useCallback(() => calls.listImageDownloads({ query: { shop } }), [calls, shop]);
  const { value: downloads, reload } = useLoaded(load);
  const isWaiting = isImporting || (downloads?.waiting ?? 0) > 0;
  useEffect(() => {
    void reload();
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void reload(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  const retry = async (): Promise<void> => {
    await calls.retryImageDownloads({ query: { shop } });
    await reload();
  };
  return { downloads, retry: () => void retry() };
}
