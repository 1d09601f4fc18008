import type { Mutation } from '#contract/http/mutations.ts';
import { deleteUnused, orphanedBefore } from '../../database/unused-files.ts';
import { listOpen } from '../../outbox/operations-table.ts';
import type { StoredPhoto, UserDatabase } from '../store/user-database.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';

/** The photos among the paths that are on this device only. */
export const listOwnPhotos = async (database: UserDatabase, paths: readonly string[]): Promise<StoredPhoto[]> =>
  (await database.photos.bulkGet([...paths]))
    .filter((photo) => photo !== undefined)
    .filter(({ kind }) => kind === 'own');

/** Marks photos that the server does not have for another upload. */
export async function markForReupload(database: UserDatabase, { mutation }: OutboxRecord): Promise<void> {
  await database.photos.where('path').anyOf(imagesOf(mutation)).modify({ kind: 'own' });
}

/** Deletes the photos of a discarded message. */
export async function dropPhotos(database: UserDatabase, { mutation }: OutboxRecord): Promise<void> {
  await database.photos
    .where('path')
    .anyOf(imagesOf(mutation))
    .filter(({ kind }) => kind !== 'fetched')
    .delete();
}

/** Deletes a photo that was removed from a draft, unless another tab has sent it meanwhile. */
export const removePhoto = (database: UserDatabase, path: string): PromiseLike<void> =>
  database.transaction('rw', [database.photos, database.operations], async () => {
    const operations = await listOpen(database);
    if (!operations.some(({ mutation }) => imagesOf(mutation).includes(path))) await database.photos.delete(path);
  });

/** Deletes photos that belong to no message and no draft: their page was closed before anything was written. `nowMs`: device time. */
export const deleteOrphanedPhotos = (database: UserDatabase, nowMs: number): PromiseLike<void> =>
  database.transaction('rw', [database.photos, database.operations, database.drafts], async () => {
    const old = database.photos
      .where('[kind+keptAtMs+bytes]')
      .between(['own', Number.NEGATIVE_INFINITY], ['own', orphanedBefore(nowMs)]);
    await deleteUnused(database.photos, await old.primaryKeys(), async () => {
      const operations = await listOpen(database);
      const drafts = await database.drafts.toArray();
      return [...operations.flatMap(({ mutation }) => imagesOf(mutation)), ...drafts.flatMap(({ photos }) => photos)];
    });
  });

/** Allows photos of messages that have arrived to be evicted. */
export async function makePhotosEvictable(database: UserDatabase, records: readonly OutboxRecord[]): Promise<void> {
  const images = records.flatMap(({ mutation }) => imagesOf(mutation));
  if (images.length > 0) await database.photos.where('path').anyOf(images).modify({ kind: 'fetched' });
}

const imagesOf = ({ name, args }: Mutation): string[] => (name === 'sendMessage' ? args.images : []);
