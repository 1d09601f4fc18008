import { IMAGE_WIDTHS } from '#contract/image-names.ts';
import { imageAddress, imageSrcSet } from './image-address.ts';
import type { ProductImageRef } from './image-address.ts';

/** How wide a picture is drawn beside the facts of a product. */
export const GALLERY_SIZES = '(min-width: 720px) 480px, 100vw';

/** What an `img` loads. */
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
 * The ways to one picture, the best first. A width may be missing on the server, or be the only one that is on this device:
 * then the next way is taken.
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
