import { PICTURE_WIDTHS } from '#contract/image-names.ts';
import { pictureAddress, pictureSources } from './image-address.ts';
import type { Pictured } from './image-address.ts';

/** How wide a picture is drawn beside the facts of a product. */
export const GALLERY_SIZES = '(min-width: 720px) 480px, 100vw';

/** What an `img` loads. */
export interface PictureSource {
  readonly src: string;
  readonly srcSet?: string;
  readonly sizes?: string;
}

interface PictureWish {
  readonly imageFolder: string;
  readonly pictured: Pictured;
  readonly number: number;
  readonly sizes: string;
  readonly savesData: boolean;
}

/**
 * The ways to one picture, the best first. A width may be missing on the server, or be the only one that is on this device:
 * then the next way is taken.
 */
export function listPictureSources({ imageFolder, pictured, number, sizes, savesData }: PictureWish): PictureSource[] {
  const single = PICTURE_WIDTHS.map((width) => ({ src: pictureAddress(imageFolder, pictured, number, width) }));
  if (savesData) return single;
  const largest = { src: pictureAddress(imageFolder, pictured, number) };
  return [{ ...largest, srcSet: pictureSources(imageFolder, pictured, number), sizes }, ...single.toReversed()];
}
