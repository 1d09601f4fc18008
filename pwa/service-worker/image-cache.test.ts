import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as imageCache from './image-cache.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const SMALL = 'https://shop.test/images/PCProducts/7/preview/1.webp?v=2';
const WIDE = 'https://shop.test/images/PCProducts/7/preview/1-800.webp?v=2';

let memory: MemoryCaches;
let { answerImage: answer, cacheImages, loadAsked } = {} as typeof imageCache;
let isOffline: boolean;
let contentType: string;
/** Work that was passed to `waitUntil`. */
let works: Promise<unknown>[];

/** Returns the response after all background work is done. */
async function answerImage(url: string): Promise<Response> {
  const response = await answer(url, (work) => works.push(work));
  await Promise.all(works);
  return response;
}

beforeEach(async () => {
  // Each test begins with a worker that has just started.
  vi.resetModules();
  ({ answerImage: answer, cacheImages, loadAsked } = await import('./image-cache.ts'));
  memory = new MemoryCaches();
  isOffline = false;
  works = [];
  contentType = 'image/webp';
  vi.stubGlobal('caches', memory);
  vi.stubGlobal('fetch', async (request: Request | string) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    const response = new Response(`bytes of ${String(request)}`, { headers: { 'content-type': contentType } });
    // A response of a same-origin server has the type `basic`; a constructed one does not.
    return Object.defineProperty(response, 'type', { value: 'basic' });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('an image that was shown is available offline', async () => {
  await answerImage(SMALL);
  isOffline = true;
  expect(await (await answerImage(SMALL)).text()).toBe(`bytes of ${SMALL}`);
});

test('offline, another width of the same image stands in; another version or product does not', async () => {
  await cacheImages([SMALL]);
  isOffline = true;
  expect(await (await answerImage(WIDE)).text()).toBe(`bytes of ${SMALL}`);
  await expect(answerImage(WIDE.replace('v=2', 'v=3'))).rejects.toThrow(TypeError);
  await expect(answerImage(WIDE.replace('/7/', '/8/'))).rejects.toThrow(TypeError);
});

test('a page in place of an image is passed on and not cached', async () => {
  contentType = 'text/html';
  await answerImage(SMALL);
  expect(memory.addresses('images')).toEqual([]);
});

test('on a full device images are still shown, and the cached ones are deleted', async () => {
  await answerImage(SMALL);
  memory.isFull = true;
  expect((await answerImage(WIDE)).status).toBe(200);
  expect(memory.addresses('images')).toEqual([]);
});

describe('images that the visitor asks for', () => {
  const IMAGES = [1, 2].map((number) => `https://shop.test/images/PCProducts/7/${number}-800.webp?v=2`);
  const OTHER = IMAGES[0]?.replace('/7/', '/8/') ?? '';
  const show = (url: string) => answer(url, (work) => works.push(work), 'tap');

  test('are cached and shown, all others are not', async () => {
    expect(await loadAsked(IMAGES)).toBe(true);
    expect(memory.addresses('images')).toEqual(IMAGES);
    expect([(await show(IMAGES[1] ?? '')).status, (await show(SMALL)).status]).toEqual([200, 200]);
    expect((await show(OTHER)).type).toBe('error');
  });

  test('are shown on a full device too, and cached images stay', async () => {
    await cacheImages([OTHER]);
    memory.isFull = true;
    expect(await loadAsked(IMAGES)).toBe(true);
    expect((await show(IMAGES[0] ?? '')).status).toBe(200);
    await Promise.all(works);
    expect(memory.addresses('images')).toEqual([OTHER]);
  });

  test('are reported as missing when one of them does not arrive', async () => {
    isOffline = true;
    expect(await loadAsked(IMAGES)).toBe(false);
  });
});

test('images beyond the limit are deleted, the oldest first', async () => {
  await cacheImages(Array.from({ length: 2_000 }, (_, id) => SMALL.replace('/7/', `/${id + 1}/`)));
  await cacheImages(Array.from({ length: 100 }, (_, id) => SMALL.replace('/7/', `/${id + 5_001}/`)));
  const kept = memory.addresses('images');
  expect(kept.length).toBeLessThanOrEqual(2_050);
  expect(kept).not.toContain(SMALL.replace('/7/', '/1/'));
  expect(kept).toContain(SMALL.replace('/7/', '/5100/'));
});

test('a worker that is restarted every few images enforces the limit, too', async () => {
  await cacheImages(Array.from({ length: 2_000 }, (_, id) => SMALL.replace('/7/', `/${id + 1}/`)));
  for (let life = 0; life < 5; life++) {
    vi.resetModules();
    const worker = await import('./image-cache.ts');
    await worker.cacheImages(
      Array.from({ length: 30 }, (_, id) => SMALL.replace('/7/', `/${10_000 + life * 30 + id}/`)),
    );
  }
  expect(memory.addresses('images').length).toBeLessThanOrEqual(2_050);
});

test('an image is streamed to the page while it arrives', async () => {
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(10));
      await rest.promise;
      controller.close();
    },
  });
  vi.spyOn(memory, 'open').mockResolvedValue({
    put: async (_url: string, response: Response) => void (await response.arrayBuffer()),
    keys: async () => [],
  } as unknown as Cache);
  vi.stubGlobal('fetch', async () =>
    Object.defineProperty(new Response(body, { headers: { 'content-type': contentType } }), 'type', { value: 'basic' }),
  );
  const response = await answer(SMALL, (work) => works.push(work));
  expect(response.status).toBe(200);
  rest.resolve();
  await Promise.all(works);
  expect(works).toHaveLength(1);
});

test('an image comes from the network when the cache fails', async () => {
  memory.isBroken = true;
  expect(await (await answerImage(SMALL)).text()).toBe(`bytes of ${SMALL}`);
  isOffline = true;
  await expect(answerImage(SMALL)).rejects.toThrow('Failed to fetch');
});
