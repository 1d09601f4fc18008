import { PICTURE_WIDTHS, pictureName, PREVIEW_WIDTHS, previewName } from '#contract/image-names.ts';
import type { PictureWidth } from '#contract/image-names.ts';

/** What an address of a product's picture is made of. */
export interface Pictured {
  readonly id: number;
  /** Rises when the pictures change, so that no cache shows an old one. */
  readonly image_version: number;
}

const addressOf = (imageFolder: string, { id, image_version }: Pictured, name: string): string =>
  `/images/${imageFolder}/${id}/${name}?v=${image_version}`;

/** The small picture of cards. */
export const previewAddress = (imageFolder: string, product: Pictured): string =>
  addressOf(imageFolder, product, previewName(1));

/** The small picture in all its widths, as a `srcset`. */
export const previewSources = (imageFolder: string, product: Pictured): string =>
  PREVIEW_WIDTHS.map((width) => `${addressOf(imageFolder, product, previewName(1, width))} ${width}w`).join(', ');

/** The large picture of a number, from 1; without a width the largest there is. */
export const pictureAddress = (imageFolder: string, product: Pictured, number: number, width?: PictureWidth): string =>
  addressOf(imageFolder, product, pictureName(number, width));

/** The large picture of a number in all its widths, as a `srcset`. */
export const pictureSources = (imageFolder: string, product: Pictured, number: number): string =>
  PICTURE_WIDTHS.map((width) => `${addressOf(imageFolder, product, pictureName(number, width))} ${width}w`).join(', ');
