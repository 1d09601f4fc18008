import { MAX_CHAT_PHOTO_BYTES } from '#contract/limits.ts';

/** The longest side of a sent photo. */
const MAX_SIDE_PX = 2_560;
/** Larger files are rejected unread: decoding one could crash the page. */
const MAX_FILE_BYTES = 100_000_000;
/** Encoder qualities; the best one that fits the size limit is used. */
const QUALITIES = [0.85, 0.7, 0.5] as const;

/** A photo ready to be sent, or the reason why it cannot be. */
export type PreparedPhoto =
  | { readonly ok: true; readonly photo: Blob }
  | { readonly ok: false; readonly problem: 'not-an-image' | 'unreadable' | 'too-large' };

/** Whether a file's declared type is a raster image. */
export const isPhotoFile = ({ type }: Pick<Blob, 'type'>): boolean =>
  type.startsWith('image/') && !type.startsWith('image/svg');

/**
 * Converts a file into a photo for sending: upright, at most 2,560 px long, as WebP or JPEG. The image is re-encoded, so metadata, such
 * as the location, never leaves the device.
 */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto> {
  if (!isPhotoFile(file)) return { ok: false, problem: 'not-an-image' };
  if (file.size > MAX_FILE_BYTES) return { ok: false, problem: 'too-large' };
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return { ok: false, problem: 'unreadable' };
  try {
    const canvas = draw(bitmap);
    if (!canvas) return { ok: false, problem: 'too-large' };
    for (const quality of QUALITIES) {
      const photo = await encode(canvas, quality);
      if (photo && photo.size <= MAX_CHAT_PHOTO_BYTES) return { ok: true, photo };
    }
    return { ok: false, problem: 'too-large' };
  } finally {
    bitmap.close();
  }
}

/** Returns an image's size scaled down to a longest side of at most `maxSidePx`; each side is at least 1 px. */
export function planSize(
  { width, height }: { readonly width: number; readonly height: number },
  maxSidePx = MAX_SIDE_PX,
): { readonly width: number; readonly height: number } {
  const factor = Math.min(1, maxSidePx / Math.max(width, height));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(width), height: scale(height) };
}

/** Returns undefined when the device lacks the memory for a canvas. */
function draw(bitmap: ImageBitmap): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, planSize(bitmap));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // JPEG has no transparency: transparent pixels would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes as WebP, or as JPEG in a browser that cannot encode WebP and returns PNG instead. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  for (const type of ['image/webp', 'image/jpeg']) {
    const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (photo?.type === type) return photo;
  }
  return undefined;
}
