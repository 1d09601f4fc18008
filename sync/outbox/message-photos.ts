import type { Mutation } from '#contract/mutations.ts';
import { deleteUnused, orphanedBefore } from '../database/unused-files.ts';
import type { StoredPhoto, UserDatabase } from '../database/user-database.ts';
import type { OutboxRecord } from './outbox-record.ts';

/** Those of the photos that are on this device alone. */
export const listOwnPhotos = async (database: UserDatabase, paths: readonly string[]): Promise<StoredPhoto[]> =>
  (await database.photos.bulkGet([...paths]))
    .filter((photo) => photo !== undefined)
    .filter(({ kind }) => kind === 'own');

/** Takes photos for what the server does not have, so that they are uploaded again. */
export async function markForReupload(database: UserDatabase, { mutation }: OutboxRecord): Promise<void> {
  await database.photos.where('path').anyOf(imagesOf(mutation)).modify({ kind: 'own' });
}

/** Photos of a message that is given up. */
export async function dropPhotos(database: UserDatabase, { mutation }: OutboxRecord): Promise<void> {
  await database.photos
    .where('path')
    .anyOf(imagesOf(mutation))
    .filter(({ kind }) => kind !== 'fetched')
    .delete();
}

/** Lets go of a picture that was taken out of a draft; not of one that another tab has sent meanwhile. */
export const removePhoto = (database: UserDatabase, path: string): PromiseLike<void> =>
  database.transaction('rw', [database.photos, database.outbox], async () => {
    const operations = await database.outbox.toArray();
    if (!operations.some(({ mutation }) => imagesOf(mutation).includes(path))) await database.photos.delete(path);
  });

/** Deletes photos that belong to no message and no draft: their page was closed before anything was written. `nowMs`: device time. */
export const deleteOrphanedPhotos = (database: UserDatabase, nowMs: number): PromiseLike<void> =>
  database.transaction('rw', [database.photos, database.outbox, database.drafts], async () => {
    const old = database.photos
      .where('[kind+keptAtMs+bytes]')
      .between(['own', Number.NEGATIVE_INFINITY], ['own', orphanedBefore(nowMs)]);
    await deleteUnused(database.photos, await old.primaryKeys(), async () => {
      const operations = await database.outbox.toArray();
      const drafts = await database.drafts.toArray();
      return [...operations.flatMap(({ mutation }) => imagesOf(mutation)), ...drafts.flatMap(({ photos }) => photos)];
    });
  });

/** Photos of messages that the server has may go when room is needed. */
export async function makePhotosEvictable(database: UserDatabase, records: readonly OutboxRecord[]): Promise<void> {
  const images = records.flatMap(({ mutation }) => imagesOf(mutation));
  if (images.length > 0) await database.photos.where('path').anyOf(images).modify({ kind: 'fetched' });
}

const imagesOf = ({ name, args }: Mutation): string[] => (name === 'sendMessage' ? args.images : []);
