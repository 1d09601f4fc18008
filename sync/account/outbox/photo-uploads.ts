import { ApiError } from '#contract/http/errors.ts';
import { pullAccount } from '#contract/http/account.ts';
import { uploadChatPhoto } from '#contract/http/chats.ts';
import { MAX_CHAT_PHOTO_BYTES } from '#contract/limits.ts';
import { ask } from '../../database/answer.ts';
import { chatRows } from '../chats/apply-chats.ts';
import type { UserStore } from '../store/user-store.ts';
import type { StoredPhoto } from '../store/user-database.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import { releaseHeldMessages } from './release-held-messages.ts';
import type { HeldMessage } from './release-held-messages.ts';
import { deleteOrphanedPhotos } from './message-photos.ts';
import { isRejectedPhoto } from '../../server/failed-call.ts';

export interface PhotoUploadOptions {
  readonly store: UserStore;
  readonly client: ApiClient;
  readonly user: string;
  /** Wall time in ms. */
  readonly now: () => number;
  /** Messages may be sent that were held before. */
  readonly onReleased: () => void;
}

/** Uploads the photos of held messages beside the exchange: a slow connection delays only their own chat. */
export class PhotoUploads {
  readonly #options: PhotoUploadOptions;

  constructor(options: PhotoUploadOptions) {
    this.#options = options;
  }

  /** Uploads until no held message has photos that can be uploaded. @throws as ApiClient */
  async run(signal: AbortSignal, noteProgress: () => void): Promise<void> {
    const { store, user, now, onReleased } = this.#options;
    await store.run((database) => deleteOrphanedPhotos(database, now()));
    for (;;) {
      const { hasReleased, held } = await store.run((database) => releaseHeldMessages(database, user));
      if (hasReleased) onReleased();
      const [next] = held;
      if (!next) return;
      await this.#uploadAll(next, signal, noteProgress);
    }
  }

  async #uploadAll({ id, chatId, photos }: HeldMessage, signal: AbortSignal, noteProgress: () => void): Promise<void> {
    const { store } = this.#options;
    try {
      for (const photo of photos) {
        await this.#upload(chatId, photo, signal);
        noteProgress();
      }
    } catch (error) {
      if (!isRejectedPhoto(error)) throw error;
      if (error.code === 'not-found') await this.#checkUser(signal);
      await store.reject(
        { id, ackEpoch: UNACKNOWLEDGED },
        { code: error.code, detail: error.detail ?? '', current: error.current },
      );
    }
  }

  /** The browser sends the session of the last sign-in, and to another user the chat is unknown. @throws ApiError identity-mismatch */
  async #checkUser(signal: AbortSignal): Promise<void> {
    const { store, client, user } = this.#options;
    const changes = await client.call(pullAccount, { query: await store.cursor() }, { signal });
    if (changes.user.sub !== user) throw new ApiError('identity-mismatch');
  }

  async #upload(chatId: string, { path, blob, bytes }: StoredPhoto, signal: AbortSignal): Promise<void> {
    const { store, client } = this.#options;
    if (bytes > MAX_CHAT_PHOTO_BYTES) throw new ApiError('too-large');
    const photo = chatRows(async ({ photos }) => ({ kind: (await photos.get(path))?.kind }));
    const answer = await ask(store, photo, async () => {
      await client.upload(
        uploadChatPhoto,
        { params: { chatId } },
        { field: 'image', content: blob },
        { signal, idempotencyKey: photoIdOf(path) },
      );
    });
    // A late answer may be that of a server which has lost the photo since: it is uploaded again.
    await answer.store(({ photos }) => photos.update(path, { kind: 'uploaded' }));
  }
}

const photoIdOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
