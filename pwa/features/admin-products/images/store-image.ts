import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { prepareImage } from '#pwa/platform/images/prepare-image.ts';
import type { ImageProblem } from '#pwa/platform/images/prepare-image.ts';
import type { AdminData } from '#sync/api/admin-api.ts';

const { images: texts } = adminMessages.products;

const SENTENCES: Readonly<Record<ImageProblem, (name: string) => string>> = {
  'not-an-image': texts.notAImage,
  heic: texts.heic,
  unreadable: texts.unreadable,
  'too-large': texts.tooLarge,
};

/** The id of a stored image, or a sentence that names the file and says why it was not stored. */
export type StoredImage = { readonly id: string } | { readonly problem: string };

/**
 * Stores a file as an image on the device. A format that the server cannot read is converted first, so that an offline edit is not rejected
 * hours later. `data` is undefined while this browser can store nothing.
 */
export async function storeImage(
  file: Blob,
  data: Pick<AdminData, 'saveImage'> | undefined,
  use: Parameters<AdminData['saveImage']>[1],
): Promise<StoredImage> {
  const name = file instanceof File ? file.name : '';
  const prepared = await prepareImage(file, { maxBytes: MAX_UPLOAD_BYTES });
  if (!prepared.ok) return { problem: SENTENCES[prepared.problem](name) };
  const id = await data?.saveImage(prepared.image, use).catch(() => undefined);
  return id === undefined ? { problem: texts.notKept(name) } : { id };
}
