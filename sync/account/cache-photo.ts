import { isQuotaError } from '../database/quota-error.ts';
import type { StoredPhoto, UserDatabase } from '../database/user-database.ts';

/** Photos that can be had again take no more than this; then the oldest go. */
const MAX_FETCHED_BYTES = 100_000_000;

type Fetched = Pick<StoredPhoto, 'path' | 'blob' | 'keptAtMs'>;

/** Keeps a photo that was fetched; where the device is full, instead of all others that were. */
export async function cachePhoto(database: UserDatabase, fetched: Fetched): Promise<void> {
  const keep = (maxBytes: number): PromiseLike<void> =>
    database.transaction('rw', database.photos, async () => {
      const { blob } = fetched;
      await dropOldest(database, maxBytes - blob.size);
      await database.photos.put({ ...fetched, bytes: blob.size, kind: 'fetched' });
    });
  try {
    await keep(MAX_FETCHED_BYTES);
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    await keep(0);
  }
}

/** Lets the oldest photos go until what can be had again takes no more than `maxBytes`. */
async function dropOldest(database: UserDatabase, maxBytes: number): Promise<void> {
  const fetched = database.photos
    .where('[kind+keptAtMs+bytes]')
    .between(['fetched', Number.NEGATIVE_INFINITY, 0], ['fetched', Number.POSITIVE_INFINITY, 0]);
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
