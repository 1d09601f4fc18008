import { IMAGE_WIDTHS, imageName, PREVIEW_WIDTHS, previewName } from '#contract/image-names.ts';
import type { ImageWidth } from '#contract/image-names.ts';

/** What an address of a product's picture is made of. */
export interface ProductImageRef {
  readonly id: number;
  /** Rises when the pictures change, so that no cache shows an old one. */
  readonly image_version: number;
}

const addressOf = (imageFolder: string, { id, image_version }: ProductImageRef, name: string): string =>
  `/images/${imageFolder}/${id}/${name}?v=${image_version}`;

/** The small picture of cards. */
export const previewAddress = (imageFolder: string, product: ProductImageRef): string =>
  addressOf(imageFolder, product, previewName(1));

/** The small picture in all its widths, as a `srcset`. */
export const previewSrcSet = (imageFolder: string, product: ProductImageRef): string =>
  PREVIEW_WIDTHS.map((width) => `${addressOf(imageFolder, product, previewName(1, width))} ${width}w`).join(', ');

/** The large picture of a number, from 1; without a width the largest there is. */
export const imageAddress = (
  imageFolder: string,
  product: ProductImageRef,
  number: number,
  width?: ImageWidth,
): string => addressOf(imageFolder, product, imageName(number, width));

/** The large picture of a number in all its widths, as a `srcset`. */
export const imageSrcSet = (imageFolder: string, product: ProductImageRef, number: number): string =>
  IMAGE_WIDTHS.map((width) => `${addressOf(imageFolder, product, imageName(number, width))} ${width}w`).join(', ');
