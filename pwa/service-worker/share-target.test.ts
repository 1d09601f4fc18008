import { describe, expect, it } from 'vitest';
import { SHARE_FIELD } from '#contract/service-worker/share-target.ts';
import { storeSharedFiles } from './share-target.ts';

const OWN = 'https://shop.example';

/** A cache storage that lists the stored keys. */
function createCaches() {
  const stored: string[] = [];
  const cache = { put: (key: string) => Promise.resolve(void stored.push(key)) };
  return {
    stored,
    caches: { open: () => Promise.resolve(cache) } as unknown as Pick<CacheStorage, 'open'> as CacheStorage,
  };
}

/** A post of one image, as a worker sees it. */
function createShare(headers: Readonly<Record<string, string>>, referrer: string): Request {
  const form = new FormData();
  form.append(SHARE_FIELD, new File(['bytes'], 'photo.jpg', { type: 'image/jpeg' }));
  const request = new Request(`${OWN}/admin/share`, { method: 'POST', body: form, headers });
  Object.defineProperty(request, 'referrer', { value: referrer });
  return request;
}

type Share = readonly [sender: string, isStored: boolean, headers: Readonly<Record<string, string>>, referrer: string];

describe('images that are posted to the administration', () => {
  it.each<Share>([
    ['the system', true, { origin: 'null' }, ''],
    ['the system, without an origin', true, {}, 'about:client'],
    ['the system, which names an app as the referrer', true, { origin: 'null' }, 'android-app://org.example.gallery/'],
    ['a page of the shop', true, { origin: OWN }, `${OWN}/admin`],
    ['another site', false, { origin: 'https://evil.example' }, 'https://evil.example/'],
    ['another site, without an origin', false, {}, 'https://evil.example/page'],
    ['another site with a hidden origin', false, { origin: 'null' }, 'https://evil.example/'],
    ['a page of the same host without encryption', false, { origin: 'http://shop.example' }, ''],
  ])('by %s are stored: %s', async (_sender, isStored, headers, referrer) => {
    const { caches, stored } = createCaches();
    // `Response.redirect` needs a base URL, which only a browser has: here it throws, and only a 403 returns a response.
    const reply = await storeSharedFiles(createShare(headers, referrer), caches).catch(() => undefined);
    expect(stored).toHaveLength(isStored ? 1 : 0);
    expect(reply?.status === 403).toBe(!isStored);
  });
});
