import { IMAGE_CACHE } from '#contract/image-cache.ts';
import { isKeepableImage, listWidths } from './rules.ts';

/** Most pictures that are kept; at 400 pixels these are about 25 MB. The ones that came first go first. */
const MAX_IMAGES = 2_000;
/** Counting the cache costs time, so it is done once for this many new pictures. */
const TRIM_EVERY = 50;

let untrimmed = 0;

/** A picture from the device, else from the server, then kept. Without network another width of it is better than none. */
export async function answerImage(request: Request | string): Promise<Response> {
  const url = typeof request === 'string' ? request : request.url;
  const kept = await caches.match(url, { cacheName: IMAGE_CACHE });
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (isKeepableImage(response)) await keep(url, response.clone());
    return response;
  } catch (error) {
    const other = await findOtherWidth(url);
    if (other) return other;
    throw error;
  }
}

/** Fetches and keeps pictures that were loaded before the worker was there; what cannot be had now comes when it is next seen. */
export const keepImages = (urls: readonly string[]): Promise<unknown> =>
  Promise.allSettled(urls.slice(0, MAX_IMAGES).map((url) => answerImage(url)));

async function keep(url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(IMAGE_CACHE);
    await cache.put(url, response);
    untrimmed += 1;
    if (untrimmed >= TRIM_EVERY) await trim(cache);
  } catch {
    // The device is full: pictures are the first to give way to what cannot be had again.
    await caches.delete(IMAGE_CACHE);
  }
}

async function trim(cache: Cache): Promise<void> {
  untrimmed = 0;
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(keys.length - MAX_IMAGES, 0)).map((key) => cache.delete(key)));
}

async function findOtherWidth(url: string): Promise<Response | undefined> {
  for (const other of listWidths(url)) {
    const kept = await caches.match(other, { cacheName: IMAGE_CACHE });
    if (kept) return kept;
  }
  return undefined;
}
