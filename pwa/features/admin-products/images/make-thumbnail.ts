/** Long side of a picture as the gallery shows it. */
const SIDE_PX = 320;

/** One after the other: a dozen photos of a camera decoded at once take more memory than a tablet has. */
let last: Promise<unknown> = Promise.resolve();

/** A small copy of a picture; undefined when it cannot be read. */
export function makeThumbnail(picture: Blob): Promise<Blob | undefined> {
  const made = last.then(() => shrink(picture)).catch(() => undefined);
  last = made;
  return made;
}

async function shrink(picture: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  const factor = Math.min(1, SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * factor));
  canvas.height = Math.max(1, Math.round(bitmap.height * factor));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8))) ?? undefined;
}
