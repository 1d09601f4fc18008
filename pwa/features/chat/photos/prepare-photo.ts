import { MAX_CHAT_PHOTO_BYTES } from '#contract/limits.ts';

/** Longest side of a photo as it is sent. */
const MAX_SIDE_PX = 2_560;
/** A file above this is not even tried: decoding it could take the page down. */
const MAX_FILE_BYTES = 100_000_000;
/** The best one that fits is taken. */
const QUALITIES = [0.85, 0.7, 0.5] as const;

/** A picture ready to be sent, or why there is none. */
export type PreparedPhoto =
  | { readonly ok: true; readonly picture: Blob }
  | { readonly ok: false; readonly problem: 'not-an-image' | 'unreadable' | 'too-large' };

/** Whether a file calls itself a picture that can be drawn as pixels. */
export const isPhotoFile = ({ type }: Pick<Blob, 'type'>): boolean =>
  type.startsWith('image/') && !type.startsWith('image/svg');

/**
 * A file as the photo that is sent: upright, at most 2,560 px long, as WebP or JPEG. It is drawn anew, so nothing else that the file held,
 * such as the place where it was taken, leaves the device.
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
      const picture = await encode(canvas, quality);
      if (picture && picture.size <= MAX_CHAT_PHOTO_BYTES) return { ok: true, picture };
    }
    return { ok: false, problem: 'too-large' };
  } finally {
    bitmap.close();
  }
}

/** Width and height of a picture, at most `most` px long, never larger than it is and never nothing. */
export function planSize(
  { width, height }: { readonly width: number; readonly height: number },
  most = MAX_SIDE_PX,
): { readonly width: number; readonly height: number } {
  const factor = Math.min(1, most / Math.max(width, height));
  const scale = (side: number): number => Math.max(1, Math.round(side * factor));
  return { width: scale(width), height: scale(height) };
}

/** Undefined where the device has no memory for it. */
function draw(bitmap: ImageBitmap): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, planSize(bitmap));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // JPEG knows no transparency: what shines through would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** As WebP, or as JPEG in a browser that cannot write WebP: such a one gives PNG instead of it. */
async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  for (const type of ['image/webp', 'image/jpeg']) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (picture?.type === type) return picture;
  }
  return undefined;
}
