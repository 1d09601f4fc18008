import { IMAGE_HEAD_BYTES, imageTypeOf } from '#contract/images/image-types.ts';
import { MAX_UNCONVERTED_PIXELS, MAX_UNCONVERTED_SIDE_PX, MAX_UPLOAD_PIXELS } from '#contract/limits.ts';
import { drawBitmap, encodeImage } from './encode-image.ts';
import { openImage } from './open-image.ts';

/** The longest side of a converted image: even a square image of this side is below the 16.7 megapixels that a canvas of iOS may have. */
const MAX_SIDE_PX = 2_560;
/** Larger files are rejected unread: opening one could crash the page. */
const MAX_FILE_BYTES = 100_000_000;
/** Names of images that some browsers declare no type for. */
const IMAGE_NAMES = /\.(?:hei[cf]|avif|jxl|jpe?g|jfif|png|webp|gif|bmp|tiff?|dng)$/i;

/** Why a file cannot be used: `heic` is a photo of an iPhone that this browser cannot read. */
export type ImageProblem = 'not-an-image' | 'heic' | 'unreadable' | 'too-large';

/** An image that the server can read, or the reason why there is none. */
export type PreparedImage =
  { readonly ok: true; readonly image: File } | { readonly ok: false; readonly problem: ImageProblem };

export interface ImageRules {
  /** Maximum size of the file to send. */
  readonly maxBytes: number;
  /** Whether a file is always encoded anew, so that metadata such as the location does not leave the device. */
  readonly isAlwaysConverted?: boolean;
  /** The color behind transparent pixels, which stay transparent without it. */
  readonly ground?: string;
}

const nameOf = (file: Blob): string => (file instanceof File ? file.name : '');

/** Whether a file is declared as a raster image. */
export const isImageFile = (file: Blob): boolean =>
  file.type === ''
    ? IMAGE_NAMES.test(nameOf(file))
    : file.type.startsWith('image/') && !file.type.startsWith('image/svg');

/** Whether a file is an iPhone's photo. Browsers that do not know the format declare no type for it. */
export const isHeic = (file: Blob): boolean =>
  /^image\/hei[cf]/.test(file.type) || (file.type === '' && /\.hei[cf]$/i.test(nameOf(file)));

/**
 * Converts any file that this browser can draw into an image that the server can read. A small image of a type that the server reads stays as
 * it is, unless the rules say otherwise. Others are made upright, at most 2,560 px long, and WebP where the browser can encode it; of an
 * animation, only the first frame remains.
 */
export async function prepareImage(file: Blob, rules: ImageRules): Promise<PreparedImage> {
  if (!isImageFile(file)) return fail('not-an-image');
  if (file.size > MAX_FILE_BYTES) return fail('too-large');
  const opened = await openImage(file);
  if (!opened) return fail(isHeic(file) ? 'heic' : 'unreadable');
  try {
    const { width, height } = opened;
    const isSmall =
      file.size <= rules.maxBytes &&
      width * height <= MAX_UNCONVERTED_PIXELS &&
      Math.max(width, height) <= MAX_UNCONVERTED_SIDE_PX;
    const isKept = isSmall && !rules.isAlwaysConverted && (await isServerType(file));
    const bitmap = await opened.decode(MAX_SIDE_PX).catch(() => undefined);
    // With this many pixels, the cause is the memory of the device.
    if (!bitmap) return fail(width * height > MAX_UPLOAD_PIXELS ? 'too-large' : 'unreadable');
    try {
      return isKept ? { ok: true, image: toFile(file, file) } : await convert(bitmap, file, rules);
    } finally {
      bitmap.close();
    }
  } finally {
    opened.close();
  }
}

async function convert(bitmap: ImageBitmap, file: Blob, rules: ImageRules): Promise<PreparedImage> {
  const canvas = drawBitmap(bitmap, MAX_SIDE_PX, rules.ground);
  const image = canvas && (await encodeImage(canvas, rules.maxBytes));
  // Frees the pixels at once; the canvas would otherwise keep them until it is garbage-collected.
  if (canvas) canvas.width = 0;
  return image ? { ok: true, image: toFile(image, file) } : fail('too-large');
}

/** Whether the server can read a file, by its content: images of other formats are often named .jpg. */
const isServerType = async (file: Blob): Promise<boolean> =>
  imageTypeOf(new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer())) !== undefined;

const toFile = (image: Blob, original: Blob): File =>
  image instanceof File ? image : new File([image], nameOf(original), { type: image.type });

const fail = (problem: ImageProblem): PreparedImage => ({ ok: false, problem });
