import { randomUUID } from 'node:crypto';
import { photoPath } from '#contract/chat-path.ts';
import { ApiError } from '#contract/errors.ts';
import { MAX_CHAT_PHOTOS_BYTES } from '#contract/limits.ts';
import { createSlots } from '../images/processing/decode-slots.ts';
import { processToWebp } from '../images/processing/image-pipeline.ts';
import type { WebpImage } from '../images/processing/image-pipeline.ts';
import type { Blob, BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { insertPendingPhoto, findPhoto, markStored, measurePhotos } from './photo.repository.ts';
import type { PhotoKey, PhotoRow } from './photo.repository.ts';

const MAX_DECODES = 2;
/** A photo that was given up is gone with the next sweep. */
const RETRY_GIVEN_UP_S = 60;

/** A picture for a chat, from one of its members. */
export interface PhotoUpload {
  readonly chatId: string;
  readonly sub: string;
  /** Made by the sender, so that an upload that is repeated is the same photo; one is made where it is missing. */
  readonly id: string | undefined;
  readonly bytes: Uint8Array;
}

/** The photos of chats. Who may see and send them is the caller's to say. */
export interface Photos {
  /**
   * Stores a picture, for a message to come; gives the path for it.
   * @throws ApiError unsupported-media-type, too-large (more pixels than are decoded), no-room-for-photos, idempotency-conflict (the id is
   * another user's), in-progress
   */
  store(upload: PhotoUpload): Promise<string>;
  /** The bytes of a photo in WebP; undefined when there is none. */
  find(chatId: string, photoId: string): Promise<Blob | undefined>;
}

export interface PhotosOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  /** Most bytes of one user. */
  readonly maxUserBytes?: number;
  /** Time in ms. */
  readonly now: () => number;
}

/** Where the bytes of a photo are; ids may begin with signs that a blob's name must not. */
export const toBlobPath = ({ chat_id, id }: PhotoKey): string => `ChatPhotos/${chat_id}/p${id}.webp`;

export function createPhotos(options: PhotosOptions): Photos {
  const { database, write, blobs, maxUserBytes = MAX_CHAT_PHOTOS_BYTES, now } = options;
  const decodeInTurn = createSlots(MAX_DECODES);

  /** Writes the row before the file. False if the photo is there already. */
  const expect = (name: PhotoKey, sub: string, photo: WebpImage): Promise<boolean> =>
    write(async ({ trx }) => {
      if (isStored(await findPhoto(trx, name), sub)) return false;
      const size_bytes = photo.bytes.length;
      if ((await measurePhotos(trx, sub, name)) + size_bytes > maxUserBytes) throw new ApiError('no-room-for-photos');
      const { width, height } = photo;
      await insertPendingPhoto(trx, { ...name, sub, size_bytes, width, height, created_at: now(), state: 'coming' });
      return true;
    });

  return {
    async store({ chatId, sub, id = randomUUID(), bytes }) {
      const name = { chat_id: chatId, id };
      const path = photoPath(chatId, id);
      if (isStored(await findPhoto(database.reader, name), sub)) return path;
      const photo = await decodeInTurn(() => processToWebp(bytes));
      if (!(await expect(name, sub, photo))) return path;
      await blobs.put(toBlobPath(name), photo.bytes, { isDurable: true });
      if (!(await write(({ trx }) => markStored(trx, name)))) throw givenUp();
      return path;
    },

    async find(chatId, photoId) {
      const name = { chat_id: chatId, id: photoId };
      const row = await findPhoto(database.reader, name);
      return row?.state === 'stored' ? blobs.find(toBlobPath(name)) : undefined;
    },
  };
}

const givenUp = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_GIVEN_UP_S });

/** @throws ApiError when a photo cannot be sent under its id (now) */
function isStored(row: PhotoRow | undefined, sub: string): boolean {
  if (!row) return false;
  if (row.sub !== sub) throw new ApiError('idempotency-conflict');
  if (row.state === 'going') throw givenUp();
  return row.state === 'stored';
}
