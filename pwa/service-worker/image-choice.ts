import { IMAGE_CHOICES, SETTINGS_CACHE } from '#contract/service-worker/data-use.ts';
import type { ImageChoice } from '#contract/service-worker/data-use.ts';

const ADDRESS = '/settings/images';

/** Browsers stop idle workers: the choice is read once after each start. */
let known: Promise<ImageChoice> | undefined;

/** Returns which images the visitor wants to be fetched; all until another choice is stored. */
export function readImageChoice(): Promise<ImageChoice> {
  known ??= read().catch(() => 'all');
  return known;
}

/** Stores which images the visitor wants to be fetched. */
export async function storeImageChoice(choice: ImageChoice): Promise<void> {
  known = Promise.resolve(choice);
  const cache = await caches.open(SETTINGS_CACHE);
  await cache.put(ADDRESS, new Response(choice));
}

async function read(): Promise<ImageChoice> {
  const stored = await (await caches.match(ADDRESS, { cacheName: SETTINGS_CACHE }))?.text();
  return IMAGE_CHOICES.find((choice) => choice === stored) ?? 'all';
}
