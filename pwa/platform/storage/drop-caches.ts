import { FIRST_SCREEN_CACHE } from '#contract/screens/first-screen.ts';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';

/** Drops what can be fetched again: images and first screens. Returns false if there were none. */
export async function dropCaches(): Promise<boolean> {
  // Missing on pages that are not secure.
  const caches = globalThis.caches as CacheStorage | undefined;
  const dropped = await Promise.all([IMAGE_CACHE, FIRST_SCREEN_CACHE].map((name) => caches?.delete(name)));
  return dropped.includes(true);
}
