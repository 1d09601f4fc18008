import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import type { ImageChoice } from '#contract/service-worker/data-use.ts';
import { isCacheableImage, listWidths } from './request-rules.ts';

/** Limit of cached images, about 25 MB at a width of 400 pixels. The oldest ones are deleted first. */
const MAX_IMAGES = 2_000;
/** Listing the cache costs time, so it is trimmed once per this many new images. */
const TRIM_EVERY = 50;

/** Browsers stop idle workers. The first new image after each start trims the cache, or short-lived workers would never trim it. */
let untrimmed = TRIM_EVERY - 1;

/** Folders of products whose images the visitor asked for; while this worker runs, these load even if the cache cannot keep them. */
const asked = new Set<string>();
const FOLDER = /^.*\/images\/[^/]+\/[^/]+\//;
const folderOf = (url: string): string => FOLDER.exec(url)?.[0] ?? url;

/** Keeps the worker alive until the work is done. */
type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Answers with the cached image, else with the server's, which is cached while it streams to the page. Another cached width of the
 * same image stands in when offline, and always for a visitor who wants only small images, or only those asked for.
 */
export async function answerImage(
  request: Request | string,
  waitUntil: WaitUntil,
  choice: ImageChoice = 'all',
): Promise<Response> {
  const url = typeof request === 'string' ? request : request.url;
  const kept = await findKept(url);
  if (kept) return kept;
  const smallest = choice === 'all' ? undefined : listWidths(url).at(-1);
  if (smallest !== undefined) {
    const other = await findOtherWidth(url);
    if (other) return other;
    if (choice === 'tap' && !asked.has(folderOf(url))) return Response.error();
    if (choice === 'small' && smallest !== url) return answerImage(smallest, waitUntil);
  }
  try {
    return await load(request, waitUntil);
  } catch (error) {
    const other = await findOtherWidth(url);
    if (other) return other;
    throw error;
  }
}

/** Fetches an image, which is cached while it streams to the page. */
async function load(request: Request | string, waitUntil: WaitUntil): Promise<Response> {
  const response = await fetch(request);
  const url = typeof request === 'string' ? request : request.url;
  if (isCacheableImage(response)) waitUntil(keep(url, response.clone()));
  return response;
}

/** Fetches the images of a product that the visitor asked for, whatever the image choice is. @returns whether all of them arrived */
export async function loadAsked(urls: readonly string[]): Promise<boolean> {
  const results = await Promise.allSettled(
    urls.map(async (url) => {
      asked.add(folderOf(url));
      const works: Promise<unknown>[] = [];
      const response = (await findKept(url)) ?? (await load(url, (work) => works.push(work)));
      await Promise.all(works);
      if (!response.ok) throw new TypeError(`${url} answered ${response.status}`);
    }),
  );
  return results.every(({ status }) => status === 'fulfilled');
}

/** Fetches and caches images that were loaded before the worker was active. Images that fail are cached when they are next shown. */
export const cacheImages = (urls: readonly string[]): Promise<unknown> =>
  Promise.allSettled(
    urls.slice(0, MAX_IMAGES).map(async (url) => {
      const works: Promise<unknown>[] = [];
      await answerImage(url, (work) => works.push(work));
      await Promise.all(works);
    }),
  );

/** Returns the cached response; undefined also when the cache cannot be read: the image then comes from the network. */
const findKept = (url: string): Promise<Response | undefined> =>
  caches.match(url, { cacheName: IMAGE_CACHE }).catch(() => undefined);

async function keep(url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(IMAGE_CACHE);
    await cache.put(url, response);
    untrimmed += 1;
    if (untrimmed >= TRIM_EVERY) await trim(cache);
  } catch {
    // The device is full. Images can be fetched again, so they are deleted, unless the visitor has asked for some of them one by one.
    if (asked.size > 0) return;
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
