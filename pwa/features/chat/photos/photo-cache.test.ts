import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PhotoCache } from './photo-cache.ts';

const PATH = '/api/chats/1-bob/images/a.webp';
const PICTURE = new Blob(['picture'], { type: 'image/webp' });
let revoked: string[];

beforeEach(() => {
  revoked = [];
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => vi.restoreAllMocks());

/** A device without photos; `fetched` says what each attempt to fetch one comes to. */
function photosOf(fetched: readonly (boolean | Error)[]) {
  const kept = new Map<string, Blob>();
  const attempts = [...fetched];
  const find = vi.fn(async (path: string) => kept.get(path));
  const photos = new PhotoCache({
    find,
    fetch: async (path) => {
      const outcome = attempts.shift() ?? false;
      if (outcome instanceof Error) throw outcome;
      if (outcome) kept.set(path, PICTURE);
      return outcome;
    },
  });
  return { photos, kept, find };
}

test('a photo of the device is drawn without the server, and read once', async () => {
  const { photos, kept, find } = photosOf([]);
  kept.set(PATH, PICTURE);
  await photos.load(PATH, false);
  await photos.load(PATH, true);
  expect(photos.stateOf(PATH)).toMatchObject({ kind: 'ready', url: expect.stringMatching(/^blob:/) });
  expect(find).toHaveBeenCalledTimes(1);
});

test('a photo of another device is fetched; one that could not be had is tried again', async () => {
  const { photos } = photosOf([false, new Error('broken'), true]);
  await photos.load(PATH, true);
  expect(photos.stateOf(PATH).kind).toBe('missing');
  await photos.load(PATH, true);
  expect(photos.stateOf(PATH).kind).toBe('missing');
  await photos.retry(PATH);
  expect(photos.stateOf(PATH).kind).toBe('missing');
  await photos.retry(PATH);
  expect(photos.stateOf(PATH).kind).toBe('ready');
});

test('without leave nothing is fetched', async () => {
  const { photos } = photosOf([true]);
  await photos.load(PATH, false);
  expect(photos.stateOf(PATH).kind).toBe('missing');
});

test('a closed chat keeps no address, not even of a photo that was on its way', async () => {
  const { photos, kept } = photosOf([]);
  kept.set(PATH, PICTURE);
  await photos.load(PATH, false);
  const state = photos.stateOf(PATH);
  photos.close();
  expect(revoked).toEqual([state.kind === 'ready' && state.url]);
  const late = photos.load(PATH, false);
  photos.close();
  await late;
  expect(photos.stateOf(PATH).kind).toBe('loading');
});
