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

/** Makes a choice count for every request from now on. @returns whether it differs from the previous choice */
export async function changeImageChoice(choice: ImageChoice): Promise<boolean> {
  const before = readImageChoice();
  known = Promise.resolve(choice);
  return (await before) !== choice;
}

/** Stores a choice for the next start of the worker. */
export async function storeImageChoice(choice: ImageChoice): Promise<void> {
  const cache = await caches.open(SETTINGS_CACHE);
  await cache.put(ADDRESS, new Response(choice));
}

async function read(): Promise<ImageChoice> {
  const stored = await (await caches.match(ADDRESS, { cacheName: SETTINGS_CACHE }))?.text();
  return IMAGE_CHOICES.find((choice) => choice === stored) ?? 'all';
}
