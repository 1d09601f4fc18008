import { IMAGE_WIDTHS } from '#contract/images/image-names.ts';
import { imageAddress, imageSrcSet } from './image-address.ts';
import type { ProductImageRef } from './image-address.ts';

/** The displayed width of an image in the gallery. */
export const GALLERY_SIZES = '(min-width: 720px) 480px, 100vw';

/** The source attributes of an `img`. */
export interface ImageSource {
  readonly src: string;
  readonly srcSet?: string;
  readonly sizes?: string;
}

interface ImageSourceOptions {
  readonly imageFolder: string;
  readonly imageRef: ProductImageRef;
  readonly number: number;
  readonly sizes: string;
  readonly savesData: boolean;
}

/**
 * Returns the sources of one image, the best first. When a source fails, the next one is tried: a width may be missing on the server, and
 * a device that is offline may have stored only one of the widths.
 */
export function listImageSources({
  imageFolder,
  imageRef,
  number,
  sizes,
  savesData,
}: ImageSourceOptions): ImageSource[] {
  const single = IMAGE_WIDTHS.map((width) => ({ src: imageAddress(imageFolder, imageRef, number, width) }));
  if (savesData) return single;
  const largest = { src: imageAddress(imageFolder, imageRef, number) };
  return [{ ...largest, srcSet: imageSrcSet(imageFolder, imageRef, number), sizes }, ...single.toReversed()];
}
