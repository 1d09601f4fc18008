import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PhotoCache } from './photo-cache.ts';

const PATH = '/api/chats/1-bob/images/a.webp';
const PHOTO = new Blob(['photo'], { type: 'image/webp' });
let revoked: string[];

beforeEach(() => {
  revoked = [];
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => vi.restoreAllMocks());

/** Creates a cache on a device without photos; `results` are the results of its attempts to fetch one. */
function createCache(results: readonly (boolean | Error)[]) {
  const stored = new Map<string, Blob>();
  const attempts = [...results];
  const find = vi.fn(async (path: string) => stored.get(path));
  const photos = new PhotoCache({
    find,
    fetch: async (path) => {
      const result = attempts.shift() ?? false;
      if (result instanceof Error) throw result;
      if (result) stored.set(path, PHOTO);
      return result;
    },
  });
  return { photos, stored, find };
}

test('a photo on the device is shown without the server, and read once', async () => {
  const { photos, stored, find } = createCache([]);
  stored.set(PATH, PHOTO);
  await photos.load(PATH, false);
  await photos.load(PATH, true);
  expect(photos.stateOf(PATH)).toMatchObject({ kind: 'ready', url: expect.stringMatching(/^blob:/) });
  expect(find).toHaveBeenCalledTimes(1);
});

test('every caller waits until a photo is loaded, not only the first', async () => {
  const { photos, stored } = createCache([]);
  stored.set(PATH, PHOTO);
  void photos.load(PATH, false);
  await photos.load(PATH, false);
  expect(photos.stateOf(PATH).kind).toBe('ready');
});

test('a photo sent from another device is fetched, and a failed fetch can be retried', async () => {
  const { photos } = createCache([false, new Error('broken'), true]);
  await photos.load(PATH, true);
  expect(photos.stateOf(PATH).kind).toBe('missing');
  await photos.load(PATH, true);
  expect(photos.stateOf(PATH).kind).toBe('missing');
  await photos.retry(PATH);
  expect(photos.stateOf(PATH).kind).toBe('missing');
  await photos.retry(PATH);
  expect(photos.stateOf(PATH).kind).toBe('ready');
});

test('nothing is fetched unless the caller allows it', async () => {
  const { photos } = createCache([true]);
  await photos.load(PATH, false);
  expect(photos.stateOf(PATH).kind).toBe('missing');
});

test('a closed chat retains no object URL, not even of a photo that was loading', async () => {
  const { photos, stored } = createCache([]);
  stored.set(PATH, PHOTO);
  await photos.load(PATH, false);
  const state = photos.stateOf(PATH);
  photos.close();
  expect(revoked).toEqual([state.kind === 'ready' && state.url]);
  const late = photos.load(PATH, false);
  photos.close();
  await late;
  expect(photos.stateOf(PATH).kind).toBe('loading');
});
