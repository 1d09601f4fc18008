import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import { isCacheableImage, listWidths } from './request-rules.ts';

/** Most pictures that are kept; at 400 pixels these are about 25 MB. The ones that came first go first. */
const MAX_IMAGES = 2_000;
/** Counting the cache costs time, so it is done once for this many new pictures. */
const TRIM_EVERY = 50;

/** Browsers end a worker that rests and start it anew: each life counts with its first new picture, or short ones would never do it. */
let untrimmed = TRIM_EVERY - 1;

/** Takes work that must be done before the browser may end the worker. */
type WaitUntil = (work: Promise<unknown>) => void;

/**
 * A picture from the device, else from the server, and then kept: it is shown while it still arrives. Without network another width of it
 * is better than none.
 */
export async function answerImage(request: Request | string, waitUntil: WaitUntil): Promise<Response> {
  const url = typeof request === 'string' ? request : request.url;
  const kept = await findKept(url);
  if (kept) return kept;
  try {
    const response = await fetch(request);
    if (isCacheableImage(response)) waitUntil(keep(url, response.clone()));
    return response;
  } catch (error) {
    const other = await findOtherWidth(url);
    if (other) return other;
    throw error;
  }
}

/** Fetches and keeps pictures that were loaded before the worker was there; what cannot be had now comes when it is next seen. */
export const cacheImages = (urls: readonly string[]): Promise<unknown> =>
  Promise.allSettled(
    urls.slice(0, MAX_IMAGES).map(async (url) => {
      const works: Promise<unknown>[] = [];
      await answerImage(url, (work) => works.push(work));
      await Promise.all(works);
    }),
  );

/** A storage that fails is no reason to show no picture: there is the network, too. */
const findKept = (url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: IMAGE_CACHE }).catch(() => undefined);

async function keep(url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(IMAGE_CACHE);
    await cache.put(url, response);
    untrimmed += 1;
    if (untrimmed >= TRIM_EVERY) await trim(cache);
  } catch {
    // The device is full: pictures are the first to give way to what cannot be had again.
    await caches.delete(IMAGE_CACHE).catch(() => false);
  }
}

async function trim(cache: Cache): Promise<void> {
  untrimmed = 0;
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(keys.length - MAX_IMAGES, 0)).map((key) => cache.delete(key)));
}

async function findOtherWidth(url: string): Promise<Response | undefined> {
  for (const other of listWidths(url)) {
    const kept = await findKept(other);
    if (kept) return kept;
  }
  return undefined;
}
