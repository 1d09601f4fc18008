import { planSize } from './open-image.ts';

/** Encoder qualities; the best one that fits the size limit is used. */
const QUALITIES = [0.9, 0.8, 0.7, 0.5] as const;
/** Number of rows that are searched for transparent pixels at a time. */
const ROWS = 256;

/**
 * Draws a bitmap, scaled down to a longest side of at most `maxSidePx` if the browser has not done so; undefined when the device lacks the
 * memory for a canvas. `ground`: the color behind transparent pixels.
 */
export function drawBitmap(bitmap: ImageBitmap, maxSidePx: number, ground?: string): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, planSize(bitmap, maxSidePx));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  if (ground !== undefined) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * Encodes as WebP, in the best quality that has at most `maxBytes`. A browser that cannot encode WebP makes a JPEG of an opaque image,
 * and a PNG of any other: JPEG would turn transparent pixels black. Returns undefined when nothing is small enough.
 */
export async function encodeImage(canvas: HTMLCanvasElement, maxBytes: number): Promise<Blob | undefined> {
  let hasWebp = true;
  for (const quality of QUALITIES) {
    const webp = await toBlob(canvas, 'image/webp', quality);
    if (webp?.type !== 'image/webp') {
      hasWebp = false;
      break;
    }
    if (webp.size <= maxBytes) return webp;
  }
  if (hasWebp) return undefined;
  if (isTransparent(canvas)) {
    const png = await toBlob(canvas, 'image/png', 1);
    return png && png.size <= maxBytes ? png : undefined;
  }
  for (const quality of QUALITIES) {
    const jpeg = await toBlob(canvas, 'image/jpeg', quality);
    if (jpeg && jpeg.size <= maxBytes) return jpeg;
  }
  return undefined;
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

function isTransparent(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('2d');
  if (!context) return false;
  for (let top = 0; top < canvas.height; top += ROWS) {
    const { data } = context.getImageData(0, top, canvas.width, Math.min(ROWS, canvas.height - top));
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true;
  }
  return false;
}
