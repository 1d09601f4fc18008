import { openImage as open } from '#pwa/platform/images/open-image.ts';

/** The maximum length of the longer side; larger images are scaled down, because reading 12 megapixels would take a second. */
const MAX_IMAGE_PX = 2_000;

/** Opens a file as an image to read codes in. @throws Error for a file that the browser cannot open */
export async function openImage(file: File): Promise<ImageBitmap> {
  const image = await open(file);
  if (!image) throw new Error('The file is no picture that this browser can open');
  return image.decode(MAX_IMAGE_PX).finally(image.close);
}
