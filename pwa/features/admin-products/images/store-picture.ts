import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { preparePicture } from '#pwa/platform/pictures/prepare-picture.ts';
import type { PictureProblem } from '#pwa/platform/pictures/prepare-picture.ts';
import type { AdminData } from '#sync/api/admin-api.ts';

const { pictures: texts } = adminMessages.products;

const SENTENCES: Readonly<Record<PictureProblem, (name: string) => string>> = {
  'not-an-image': texts.notAPicture,
  heic: texts.heic,
  unreadable: texts.unreadable,
  'too-large': texts.tooLarge,
};

/** The id of a stored picture, or a sentence that names the file and says why there is none. */
export type StoredPicture = { readonly id: string } | { readonly problem: string };

/**
 * Stores a file as a picture on the device, converted when the server could not read it: an offline edit must not be rejected hours later.
 * `data`: undefined while this browser stores nothing.
 */
export async function storePicture(
  file: Blob,
  data: Pick<AdminData, 'saveImage'> | undefined,
  use: Parameters<AdminData['saveImage']>[1],
): Promise<StoredPicture> {
  const name = file instanceof File ? file.name : '';
  const prepared = await preparePicture(file, { maxBytes: MAX_UPLOAD_BYTES });
  if (!prepared.ok) return { problem: SENTENCES[prepared.problem](name) };
  const id = await data?.saveImage(prepared.picture, use).catch(() => undefined);
  return id === undefined ? { problem: texts.notKept(name) } : { id };
}
