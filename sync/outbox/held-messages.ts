import { chatIdOf } from '#contract/chat-path.ts';
import type { Mutation, MutationArgs } from '#contract/mutations.ts';
import type { StoredPhoto, UserDatabase } from '../database/user-database.ts';
import type { OutboxRecord } from './outbox-record.ts';

/** A draft names its pictures within a second; those of a page that still has them in hand are younger than this. */
const LEFT_AFTER_MS = 86_400_000;

/** The oldest message of a chat that waits for photos, with those of them that are on this device alone. */
export interface HeldMessage {
  readonly op: number;
  readonly chatId: string;
  readonly photos: readonly StoredPhoto[];
}

/** In which state an operation goes into the outbox; within a transaction of its tables `outbox` and `photos`. */
export async function stateOfNew(database: UserDatabase, { name, args }: Mutation): Promise<'held' | 'waiting'> {
  if (name !== 'sendMessage') return 'waiting';
  if ((await listOwnPhotos(database, args.images)).length > 0) return 'held';
  const held = await database.outbox.where('state').equals('held').toArray();
  return held.some(({ mutation }) => argsOfMessage(mutation)?.chat_id === args.chat_id) ? 'held' : 'waiting';
}

/** What came of a look at the messages that are held. */
export interface Release {
  /** Messages may be sent now that could not be before. */
  readonly hasReleased: boolean;
  /** The next message of each chat that waits for photos, the oldest of them first. */
  readonly held: readonly HeldMessage[];
}

/**
 * Lets every message wait to be sent that nothing holds any longer, in the order of its chat. Chats that the server does not know
 * yet are left alone: it would take no photo.
 */
export const releaseMessages = (database: UserDatabase, user: string): PromiseLike<Release> =>
  database.transaction('rw', [database.outbox, database.photos], async () => {
    const operations = await database.outbox.where('state').anyOf('held', 'waiting').sortBy('op');
    const blocked = new Set(operations.flatMap(({ mutation }) => startedChat(mutation, user) ?? []));
    const next: HeldMessage[] = [];
    let hasReleased = false;
    for (const { op, state, mutation } of operations) {
      const message = argsOfMessage(mutation);
      if (!message || state !== 'held' || blocked.has(message.chat_id)) continue;
      const photos = await listOwnPhotos(database, message.images);
      if (photos.length === 0) {
        hasReleased = true;
        await database.outbox.update(op, { state: 'waiting' });
      } else {
        next.push({ op, chatId: message.chat_id, photos });
        blocked.add(message.chat_id);
      }
    }
    return { hasReleased, held: next };
  });

/** Takes photos for what the server does not have, so that they are uploaded again. */
export async function uploadAgain(database: UserDatabase, { mutation }: OutboxRecord): Promise<void> {
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

/** Lets go of pictures that belong to no message and no draft: whoever chose them left before anything was written. `nowMs`: device time. */
export const dropLeftPhotos = (database: UserDatabase, nowMs: number): PromiseLike<void> =>
  database.transaction('rw', [database.photos, database.outbox, database.drafts], async () => {
    const kept = database.photos
      .where('[kind+keptAtMs+bytes]')
      .between(['own', Number.NEGATIVE_INFINITY], ['own', nowMs - LEFT_AFTER_MS]);
    const paths = await kept.primaryKeys();
    if (paths.length === 0) return;
    const operations = await database.outbox.toArray();
    const drafts = await database.drafts.toArray();
    const wanted = new Set([
      ...operations.flatMap(({ mutation }) => imagesOf(mutation)),
      ...drafts.flatMap(({ photos }) => photos),
    ]);
    await database.photos.bulkDelete(paths.filter((path) => !wanted.has(path)));
  });

/** Photos of messages that the server has may go when room is needed. */
export async function freePhotos(database: UserDatabase, mutations: readonly Mutation[]): Promise<void> {
  const images = mutations.flatMap(imagesOf);
  if (images.length > 0) await database.photos.where('path').anyOf(images).modify({ kind: 'fetched' });
}

const argsOfMessage = ({ name, args }: Mutation): MutationArgs<'sendMessage'> | undefined =>
  name === 'sendMessage' ? args : undefined;

const imagesOf = (mutation: Mutation): string[] => argsOfMessage(mutation)?.images ?? [];

const startedChat = ({ name, args }: Mutation, user: string): string | undefined =>
  name === 'startChat' ? chatIdOf(user, args.product_id) : undefined;

const listOwnPhotos = async (database: UserDatabase, paths: readonly string[]): Promise<StoredPhoto[]> =>
  (await database.photos.bulkGet([...paths]))
    .filter((photo) => photo !== undefined)
    .filter(({ kind }) => kind === 'own');
