import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask } from '../../database/answer.ts';
import { UserDatabase } from '../store/user-database.ts';
import type { StoredPhoto } from '../store/user-database.ts';
import { chatRows } from './apply-chats.ts';
import { cachePhoto } from './cache-photo.ts';

const MB = 1_000_000;
let database: UserDatabase;
beforeEach(() => {
  database = new UserDatabase('test', { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(() => {
  vi.restoreAllMocks();
  database.close();
});

const blob = new Blob(['12345']);
/** A row with a given size of its photo. */
const stored = (path: string, keptAtMs: number, bytes: number, kind: StoredPhoto['kind'] = 'fetched') =>
  ({ path, blob, bytes, kind, keptAtMs }) satisfies StoredPhoto;
const handle = {
  run: async <T>(operation: (from: UserDatabase) => PromiseLike<T>): Promise<T> => operation(database),
};
const ROWS = chatRows(async () => ({}));
/** Fetches a photo and stores it. */
const fetchPhoto = async (path: string, keptAtMs: number): Promise<boolean> =>
  cachePhoto(await ask(handle, ROWS, async () => blob), path, keptAtMs);
const listPaths = async (): Promise<unknown[]> => database.photos.toCollection().primaryKeys();

it('[CHAT13] above 100 MB the oldest fetched photos are evicted, own ones never', async () => {
  await database.photos.bulkPut([
    stored('c', 3, 50 * MB),
    stored('a', 1, 30 * MB),
    stored('b', 2, 20 * MB),
    stored('own', 0, 90 * MB, 'own'),
    stored('uploaded', 0, 90 * MB, 'uploaded'),
  ]);
  await fetchPhoto('d', 4);
  expect(await listPaths()).toEqual(['b', 'c', 'd', 'own', 'uploaded']);
  expect(await database.photos.get('d')).toMatchObject({ bytes: 5, kind: 'fetched', keptAtMs: 4 });
});

it('[CHAT13] on a full device a photo replaces all other fetched ones', async () => {
  await database.photos.bulkPut([stored('a', 1, 5), stored('own', 0, 5, 'own')]);
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  vi.spyOn(database.photos, 'put').mockRejectedValueOnce(full);
  await fetchPhoto('b', 2);
  expect(await listPaths()).toEqual(['b', 'own']);
  vi.spyOn(database.photos, 'put').mockRejectedValue(full);
  await expect(fetchPhoto('c', 3)).rejects.toThrow('full');
  expect(await listPaths()).toEqual(['b', 'own']);
});
