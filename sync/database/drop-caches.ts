import { FIRST_SCREEN_CACHE } from '#contract/screens/first-screen.ts';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';

/** Drops what a shopper misses least and can be fetched again: images and first screens. Returns false if there were none of either. */
export async function dropCaches(): Promise<boolean> {
  // Missing on insecure pages, blocked in some private windows.
  const caches = globalThis.caches as CacheStorage | undefined;
  const drop = async (name: string): Promise<boolean> => caches?.delete(name).catch(() => false) ?? false;
  return (await Promise.all([IMAGE_CACHE, FIRST_SCREEN_CACHE].map(drop))).includes(true);
}
