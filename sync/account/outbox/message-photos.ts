import type { Mutation, MutationArgs } from '#contract/http/mutations.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { deleteUnused, orphanedBefore } from '../../database/unused-files.ts';
import { listOpen } from '../../outbox/operations-table.ts';
import type { StoredPhoto, UserDatabase } from '../store/user-database.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';

/** Returns those of the photos at `paths` that only this device has. */
export const listOwnPhotos = async (database: UserDatabase, paths: readonly string[]): Promise<StoredPhoto[]> =>
  (await database.photos.bulkGet([...paths]))
    .filter((photo) => photo !== undefined)
    .filter(({ kind }) => kind === 'own');

/** Marks a message's photos for another upload, because the server lacks them. */
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

/** Marks the photos of messages that have arrived as `fetched`, so that they can be evicted. */
export async function makePhotosEvictable(database: UserDatabase, records: readonly OutboxRecord[]): Promise<void> {
  const images = records.flatMap(({ mutation }) => imagesOf(mutation));
  if (images.length > 0) await database.photos.where('path').anyOf(images).modify({ kind: 'fetched' });
}

const imagesOf = ({ name, args }: Mutation): string[] => (name === 'sendMessage' ? args.images : []);

/** A chat's first message that waits for its photos; `photos` are those that only this device has. */
export interface HeldMessage {
  readonly id: string;
  readonly chatId: string;
  readonly photos: readonly StoredPhoto[];
}

/** The state of a new operation; within a transaction of the tables `operations` and `photos`. */
export async function initialOperationState(
  database: UserDatabase,
  { name, args }: Mutation,
): Promise<'held' | 'waiting'> {
  if (name !== 'sendMessage') return 'waiting';
  if ((await listOwnPhotos(database, args.images)).length > 0) return 'held';
  const isBehind = (await listOpen(database)).some(
    ({ state, mutation }) => state === 'held' && argsOfMessage(mutation)?.chat_id === args.chat_id,
  );
  return isBehind ? 'held' : 'waiting';
}

/** The outcome of `releaseHeldMessages`. */
export interface ReleaseResult {
  /** Whether messages that were held may be sent now. */
  readonly hasReleased: boolean;
  /** For each chat, the next message that waits for its photos; the oldest first. */
  readonly held: readonly HeldMessage[];
}

/** Releases messages whose photos are uploaded, in the order of each chat, except in chats that the server does not know yet. */
export const releaseHeldMessages = (database: UserDatabase, user: string): PromiseLike<ReleaseResult> =>
  database.transaction('rw', [database.operations, database.photos], async () => {
    const operations = (await listOpen(database)).filter(({ state }) => state !== 'rejected');
    const blocked = new Set(operations.flatMap(({ mutation }) => startedChat(mutation, user) ?? []));
    const next: HeldMessage[] = [];
    let hasReleased = false;
    for (const { id, state, mutation } of operations) {
      const message = argsOfMessage(mutation);
      if (!message || state !== 'held' || blocked.has(message.chat_id)) continue;
      const photos = await listOwnPhotos(database, message.images);
      if (photos.length === 0) {
        hasReleased = true;
        await database.operations.update(id, { state: 'waiting' });
      } else {
        next.push({ id, chatId: message.chat_id, photos });
        blocked.add(message.chat_id);
      }
    }
    return { hasReleased, held: next };
  });

const argsOfMessage = ({ name, args }: Mutation): MutationArgs<'sendMessage'> | undefined =>
  name === 'sendMessage' ? args : undefined;

const startedChat = ({ name, args }: Mutation, user: string): string | undefined =>
  name === 'startChat' ? chatIdOf(user, args.product_id, args.life) : undefined;
