import {
  pictureName,
  PICTURE_WIDTH,
  PICTURE_WIDTHS,
  previewName,
  PREVIEW_WIDTH,
  PREVIEW_WIDTHS,
} from '#contract/image-names.ts';
import type { PictureWidth, PreviewWidth } from '#contract/image-names.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { EncodedPicture } from './encode-picture.ts';

/** Folder of a product's pictures: the blob store's path, and the public one below `/images/`. */
export const imageFolderPath = (shop: ShopKey, productId: number): string =>
  `${getShop(shop).imageFolder}/${productId}`;

/** Path of a product's picture, numbered from 1: `PCProducts/12/1.webp`. */
export const picturePath = (shop: ShopKey, productId: number, number: number, width?: PictureWidth): string =>
  `${imageFolderPath(shop, productId)}/${pictureName(number, width)}`;

/** Path of the preview of a product's picture: `PCProducts/12/preview/1.webp`. */
export const previewPath = (shop: ShopKey, productId: number, number: number, width?: PreviewWidth): string =>
  `${imageFolderPath(shop, productId)}/${previewName(number, width)}`;

/** One file of a picture. */
export interface PictureFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The files to store of a product's picture. One that equals the file of the specified name is left out: that is read in its place. */
export function listPictureFiles(
  shop: ShopKey,
  productId: number,
  number: number,
  { pictures, previews }: EncodedPicture,
): PictureFile[] {
  const full = pictures.get(PICTURE_WIDTH);
  const preview = previews.get(PREVIEW_WIDTH);
  return [
    ...[...pictures]
      .filter(([width, bytes]) => width === PICTURE_WIDTH || bytes !== full)
      .map(([width, bytes]) => ({ path: picturePath(shop, productId, number, width), bytes })),
    ...[...previews]
      .filter(([width, bytes]) => width === PREVIEW_WIDTH || bytes !== preview)
      .map(([width, bytes]) => ({ path: previewPath(shop, productId, number, width), bytes })),
  ];
}

const WIDTHS_IN_NAMES = {
  picture: PICTURE_WIDTHS.filter((width) => width !== PICTURE_WIDTH).join('|'),
  preview: PREVIEW_WIDTHS.filter((width) => width !== PREVIEW_WIDTH).join('|'),
};
const WIDE_NAME = new RegExp(
  String.raw`^(?<folder>\w+/\d+/)(?:preview/(?<preview>\d+)-(?:${WIDTHS_IN_NAMES.preview})|(?<picture>\d+)-(?:${WIDTHS_IN_NAMES.picture}))\.webp$`,
);

/** The file of the specified name beside one in another width, to answer with when there is no such width; undefined for other names. */
export function findSpecifiedPath(path: string): string | undefined {
  const { folder, preview, picture } = WIDE_NAME.exec(path)?.groups ?? {};
  if (folder === undefined) return undefined;
  return preview === undefined ? `${folder}${picture}.webp` : `${folder}preview/${preview}.webp`;
}
