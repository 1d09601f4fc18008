const JPEG_QUALITY = 0.92;

/** Returns whether a file is an iPhone's photo. Browsers that do not know the format declare no type for it. */
export const isHeic = (file: Blob): boolean =>
  /^image\/hei[cf]/.test(file.type) || (file.type === '' && file instanceof File && /\.hei[cf]$/i.test(file.name));

/** Converts an iPhone's photo to JPEG, as large as it is; undefined when this browser cannot open the format. */
export async function convertHeic(file: Blob): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  const name = file instanceof File ? file.name.replace(/\.hei[cf]$/i, '.jpg') : 'photo.jpg';
  return jpeg ? new File([jpeg], name, { type: 'image/jpeg' }) : undefined;
}
