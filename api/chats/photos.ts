import { randomUUID } from 'node:crypto';
import { photoPath } from '#contract/chats/chat-path.ts';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_CHAT_PHOTOS_BYTES } from '#contract/limits.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';
import { processToWebp } from '../images/processing/lazy-pipeline.ts';
import type { WebpImage } from '../images/processing/image-pipeline.ts';
import type { Blob, BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import type { Write } from '../storage/write-unit.ts';
import { insertPendingPhoto, findPhoto, markStored, measurePhotos } from './photo.repository.ts';
import type { PhotoKey, PhotoRow } from './photo.repository.ts';

/** After this time, an upload under the id of a discarded photo may be tried again: the purge job has to delete that photo first. */
const RETRY_DISCARDED_S = 60;

/** A member's photo for a chat. */
export interface PhotoUpload {
  readonly chatId: string;
  readonly sub: string;
  /** Chosen by the sender, so that a repeated upload is the same photo; generated if missing. */
  readonly id: string | undefined;
  readonly bytes: Uint8Array;
  /** The life of the member's call. */
  readonly life: CallerLife;
}

/** The photos of chats. Callers check access. */
export interface Photos {
  /**
   * Stores a photo for a later message and returns its path.
   * @throws ApiError unsupported-media-type, too-large (too many pixels), no-room-for-photos, idempotency-conflict (the id belongs to
   * another user's photo), in-progress; CallerGoneError when the caller leaves before the photo is decoded
   */
  store(upload: PhotoUpload): Promise<string>;
  /** Finds the bytes of a photo in WebP. */
  find(chatId: string, photoId: string): Promise<Blob | undefined>;
}

export interface PhotosOptions {
  readonly database: Database;
  readonly write: Write;
  readonly blobs: BlobStore;
  /** Maximum total size of a user's photos, in bytes. */
  readonly maxUserBytes?: number;
  /** Time in ms. */
  readonly now: () => number;
}

/** The blob path of a photo. The `p` prefix is needed because an id may begin with a character that a blob name must not. */
export const toBlobPath = ({ chat_id, id }: PhotoKey): string => `ChatPhotos/${chat_id}/p${id}.webp`;

export function createPhotos(options: PhotosOptions): Photos {
  const { database, write, blobs, maxUserBytes = MAX_CHAT_PHOTOS_BYTES, now } = options;

  /** Stores the row before the file; returns false if the photo is already stored. */
  const insertPending = (name: PhotoKey, sub: string, photo: WebpImage): Promise<boolean> =>
    write(async ({ trx }) => {
      if (isStored(await findPhoto(trx, name), sub)) return false;
      const size_bytes = photo.bytes.length;
      if ((await measurePhotos(trx, sub, name)) + size_bytes > maxUserBytes) throw new ApiError('no-room-for-photos');
      const { width, height } = photo;
      await insertPendingPhoto(trx, { ...name, sub, size_bytes, width, height, created_at: now(), state: 'coming' });
      return true;
    });

  return {
    async store({ chatId, sub, id = randomUUID(), bytes, life }) {
      const name = { chat_id: chatId, id };
      const path = photoPath(chatId, id);
      if (isStored(await findPhoto(database.reader, name), sub)) return path;
      const photo = await processToWebp(bytes, life);
      if (!(await insertPending(name, sub, photo))) return path;
      await blobs.put(toBlobPath(name), photo.bytes, { isDurable: true });
      if (!(await write(({ trx }) => markStored(trx, name)))) {
        // Meanwhile the chat was deleted together with the photo's row, or the photo was discarded and the purge job deletes its row.
        await blobs.delete(toBlobPath(name));
        throw discardedError();
      }
      return path;
    },

    async find(chatId, photoId) {
      const name = { chat_id: chatId, id: photoId };
      const row = await findPhoto(database.reader, name);
      return row?.state === 'stored' ? blobs.find(toBlobPath(name)) : undefined;
    },
  };
}

const discardedError = () => new ApiError('in-progress', undefined, { retryAfterSeconds: RETRY_DISCARDED_S });

/** @throws ApiError when the id belongs to another user or to a discarded photo */
function isStored(row: PhotoRow | undefined, sub: string): boolean {
  if (!row) return false;
  if (row.sub !== sub) throw new ApiError('idempotency-conflict');
  if (row.state === 'going') throw discardedError();
  return row.state === 'stored';
}
