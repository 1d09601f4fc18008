import { IMAGE_WIDTHS, imageName, PREVIEW_WIDTHS, previewName } from '#contract/images/image-names.ts';
import type { ImageWidth } from '#contract/images/image-names.ts';

/** The fields of a product from which its image URLs are built. */
export interface ProductImageRef {
  readonly id: number;
  /** Increases when the images change, so that no cache serves an old one. */
  readonly image_version: number;
}

const addressOf = (imageFolder: string, { id, image_version }: ProductImageRef, name: string): string =>
  `/images/${imageFolder}/${id}/${name}?v=${image_version}`;

/** Returns the URL of the preview for cards. */
export const previewAddress = (imageFolder: string, product: ProductImageRef): string =>
  addressOf(imageFolder, product, previewName(1));

/** Returns the preview in all widths, as a `srcset`. */
export const previewSrcSet = (imageFolder: string, product: ProductImageRef): string =>
  PREVIEW_WIDTHS.map((width) => `${addressOf(imageFolder, product, previewName(1, width))} ${width}w`).join(', ');

/** Returns the URL of the large image with a number, from 1, in a width; without a width, in the largest one. */
export const imageAddress = (
  imageFolder: string,
  product: ProductImageRef,
  number: number,
  width?: ImageWidth,
): string => addressOf(imageFolder, product, imageName(number, width));

/** Returns the large image with a number in all widths, as a `srcset`. */
export const imageSrcSet = (imageFolder: string, product: ProductImageRef, number: number): string =>
  IMAGE_WIDTHS.map((width) => `${addressOf(imageFolder, product, imageName(number, width))} ${width}w`).join(', ');
