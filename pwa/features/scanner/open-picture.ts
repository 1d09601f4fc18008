import { openPicture as open } from '#pwa/platform/pictures/open-picture.ts';

/** The longer side of a picture when it is read; one of 12 megapixels would take a second. */
const MAX_PICTURE_PX = 2_000;

/** Opens a file as a picture to read codes in. @throws Error for a file that the browser cannot open */
export async function openPicture(file: File): Promise<ImageBitmap> {
  const picture = await open(file);
  if (!picture) throw new Error('The file is no picture that this browser can open');
  return picture.decode(MAX_PICTURE_PX).finally(picture.close);
}
