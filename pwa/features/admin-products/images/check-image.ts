import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';

/** Maximum number of pixels that the server accepts. */
const MAX_PIXELS = 40_000_000;
/** Formats that the server accepts. */
const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Why a file is not accepted as an image. */
export type ImageProblem = 'not-an-image' | 'unreadable' | 'too-large';

/** Returns whether a file is declared as an image. */
const isImageFile = ({ type }: Pick<Blob, 'type'>): boolean => type.startsWith('image/');

/** Returns why a file is not accepted, checking its content as the server does: an offline edit must not be rejected hours later. */
export async function checkImage(file: Blob): Promise<ImageProblem | undefined> {
  if (!isImageFile(file)) return 'not-an-image';
  if (file.size > MAX_UPLOAD_BYTES) return 'too-large';
  if (!TYPES.has(file.type)) return 'unreadable';
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return 'unreadable';
  const isTooLarge = bitmap.width * bitmap.height > MAX_PIXELS;
  bitmap.close();
  return isTooLarge ? 'too-large' : undefined;
}
