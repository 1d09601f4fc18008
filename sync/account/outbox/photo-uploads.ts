import { ApiError } from '#contract/http/errors.ts';
import { pullAccount } from '#contract/http/account.ts';
import { uploadChatPhoto } from '#contract/http/chats.ts';
import { MAX_CHAT_PHOTO_BYTES } from '#contract/limits.ts';
import { ask } from '../../database/answer.ts';
import { chatRows } from '../chats/apply-chats.ts';
import type { UserContext } from '../store/user-store.ts';
import type { StoredPhoto } from '../store/user-database.ts';
import { UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import { releaseHeldMessages, deleteOrphanedPhotos } from './message-photos.ts';
import type { HeldMessage } from './message-photos.ts';
import { isRejectedPhoto } from '../../server/failed-call.ts';

export interface UploadRun {
  readonly signal: AbortSignal;
  readonly noteProgress: () => void;
  /** Called when messages that were held may be sent. */
  readonly onReleased: () => void;
}

/**
 * Uploads photos of held messages until no more can be uploaded. Runs beside the exchange: a photo delays only its own chat.
 * @throws as ApiClient
 */
export async function uploadPhotos(context: UserContext, run: UploadRun): Promise<void> {
  const { store, now } = context;
  await store.run((database) => deleteOrphanedPhotos(database, now()));
  for (;;) {
    const { hasReleased, held } = await store.run((database) => releaseHeldMessages(database, store.sub ?? ''));
    if (hasReleased) run.onReleased();
    const [next] = held;
    if (!next) return;
    await uploadAll(context, next, run);
  }
}

async function uploadAll(
  context: UserContext,
  { id, chatId, photos }: HeldMessage,
  { signal, noteProgress }: UploadRun,
): Promise<void> {
  try {
    for (const photo of photos) {
      await upload(context, chatId, photo, signal);
      noteProgress();
    }
  } catch (error) {
    if (!isRejectedPhoto(error)) throw error;
    if (error.code === 'not-found') await checkUser(context, signal);
    const rejection = { code: error.code, detail: error.detail ?? '', current: error.current };
    await context.store.reject({ id, ackEpoch: UNACKNOWLEDGED }, rejection);
  }
}

/**
 * Checks that the browser, which sends the session of the last sign-in, sends this user's: to another user, the chat would be unknown.
 * @throws ApiError identity-mismatch
 */
async function checkUser({ store, client }: UserContext, signal: AbortSignal): Promise<void> {
  const { user } = await client.call(pullAccount, { query: await store.cursor() }, { signal });
  if (user.sub !== store.sub) throw new ApiError('identity-mismatch');
}

async function upload(
  { store, client }: UserContext,
  chatId: string,
  { path, blob, bytes }: StoredPhoto,
  signal: AbortSignal,
): Promise<void> {
  if (bytes > MAX_CHAT_PHOTO_BYTES) throw new ApiError('too-large');
  const photo = chatRows(async ({ photos }) => ({ kind: (await photos.get(path))?.kind }));
  const file = { field: 'image', content: blob };
  const options = { signal, idempotencyKey: photoIdOf(path) };
  const answer = await ask(store, photo, () => client.upload(uploadChatPhoto, { params: { chatId } }, file, options));
  // A late answer is not stored, because the server may have lost the photo since: the photo is uploaded again.
  await answer.store(({ photos }) => photos.update(path, { kind: 'uploaded' }));
}

const photoIdOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
