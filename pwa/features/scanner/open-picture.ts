/** The longer side of a picture when it is read; one of 12 megapixels would take a second. */
const MAX_PICTURE_PX = 2_000;

/** Opens a file as a picture to read codes in. @throws DOMException for a file that the browser cannot open */
export async function openPicture(file: File): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const scale = MAX_PICTURE_PX / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const resizeWidth = Math.max(1, Math.round(whole.width * scale));
  const resizeHeight = Math.max(1, Math.round(whole.height * scale));
  const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' });
  whole.close();
  return small;
}
