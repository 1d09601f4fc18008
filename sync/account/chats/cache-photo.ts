import type { Answer } from '../../database/answer.ts';
import { isQuotaError } from '../../database/storage-errors.ts';
import type { UserDatabase } from '../store/user-database.ts';

/** Size limit of photos that can be fetched again; above it the oldest are evicted. */
const MAX_FETCHED_BYTES = 100_000_000;

/** Stores a fetched photo; on a full device it replaces all other fetched ones. Returns false, without storing, if chats were removed meanwhile. */
export async function cachePhoto(
  fetched: Answer<UserDatabase, object, Blob>,
  path: string,
  keptAtMs: number,
): Promise<boolean> {
  const store = async (maxBytes: number): Promise<boolean> =>
    (await fetched.store(async (database, blob) => {
      await dropOldest(database, maxBytes - blob.size);
      await database.photos.put({ path, blob, bytes: blob.size, kind: 'fetched', keptAtMs });
      return true;
    })) ?? false;
  try {
    return await store(MAX_FETCHED_BYTES);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    return store(0);
  }
}

/** Selects the photos that can be fetched again, the oldest first. */
export const selectFetched = (database: UserDatabase) =>
  database.photos
    .where('[kind+keptAtMs+bytes]')
    .between(['fetched', Number.NEGATIVE_INFINITY, 0], ['fetched', Number.POSITIVE_INFINITY, 0]);

/** Evicts the oldest fetched photos until they take no more than `maxBytes`. */
async function dropOldest(database: UserDatabase, maxBytes: number): Promise<void> {
  const fetched = selectFetched(database);
  const keys = (await fetched.keys()) as unknown as [string, number, number][];
  const paths = await fetched.primaryKeys();
  let left = keys.reduce((sum, [, , bytes]) => sum + bytes, 0);
  const gone = paths.filter((_path, place) => {
    if (left <= maxBytes) return false;
    left -= keys[place]?.[2] ?? 0;
    return true;
  });
  await database.photos.bulkDelete(gone);
}
