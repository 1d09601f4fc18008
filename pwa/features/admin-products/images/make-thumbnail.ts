/** Long side of a thumbnail. */
const SIDE_PX = 320;

/** Thumbnails are created one after the other: a dozen camera photos decoded at once exceed a tablet's memory. */
let last: Promise<unknown> = Promise.resolve();

/** Creates a small copy of an image; undefined if it cannot be decoded. */
export function makeThumbnail(image: Blob): Promise<Blob | undefined> {
  const thumbnail = last.then(() => shrink(image)).catch(() => undefined);
  last = thumbnail;
  return thumbnail;
}

async function shrink(image: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(image, { imageOrientation: 'from-image' });
  const factor = Math.min(1, SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * factor));
  canvas.height = Math.max(1, Math.round(bitmap.height * factor));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))) ?? undefined;
}
