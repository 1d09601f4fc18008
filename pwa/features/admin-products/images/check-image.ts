import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';

/** Most pixels of a picture that the server takes. */
const MAX_PIXELS = 40_000_000;
/** What the server reads. */
const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Why a file is not taken as a picture; undefined when it is. */
export type ImageProblem = 'not-an-image' | 'unreadable' | 'too-large';

/** Whether a file calls itself an image. */
export const isImageFile = ({ type }: Pick<Blob, 'type'>): boolean => type.startsWith('image/');

/** What keeps a file from being a product's picture: its own bytes decide, as on the server, so that nothing is refused after hours offline. */
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
