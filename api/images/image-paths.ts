import {
  imageName,
  IMAGE_WIDTH,
  IMAGE_WIDTHS,
  previewName,
  PREVIEW_WIDTH,
  PREVIEW_WIDTHS,
} from '#contract/images/image-names.ts';
import type { ImageWidth, PreviewWidth } from '#contract/images/image-names.ts';
import { getShop, SHOPS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { EncodedImage } from './processing/encode-image.ts';

/** Folder of a product's images: the public one below `/images/`, and the blob folder of images without rows (those of the seed). */
export const imageFolderPath = (shop: ShopKey, productId: number): string =>
  `${getShop(shop).imageFolder}/${productId}`;

/** Path of a product's image, numbered from 1: `PCProducts/12/1.webp`. */
export const imagePath = (shop: ShopKey, productId: number, number: number, width?: ImageWidth): string =>
  `${imageFolderPath(shop, productId)}/${imageName(number, width)}`;

/** Path of the preview of a product's image: `PCProducts/12/preview/1.webp`. */
export const previewPath = (shop: ShopKey, productId: number, number: number, width?: PreviewWidth): string =>
  `${imageFolderPath(shop, productId)}/${previewName(number, width)}`;

/** Blob folders of uploaded images, each in a folder of its own, and of editor images. */
export const UPLOADS_FOLDER = 'Pictures';
export const EDITOR_FOLDER = 'Editor';
/** Folder of an uploaded image. The `p` is there because ids may begin with characters that a blob's name must not begin with. */
export const uploadFolder = (id: string): string => `${UPLOADS_FOLDER}/p${id}`;
export const editorBlobPath = (id: string): string => `${EDITOR_FOLDER}/p${id}.webp`;

/** One file of an image. */
export interface ImageFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** Lists the files to store for image `number` in a folder. A file that equals that of the specified width is omitted: reads use that. */
export function listImageFiles(
  folder: string,
  number: number,
  { full, previews }: Pick<EncodedImage, 'full' | 'previews'>,
): ImageFile[] {
  const specifiedFull = full.get(IMAGE_WIDTH);
  const specifiedPreview = previews.get(PREVIEW_WIDTH);
  return [
    ...[...full]
      .filter(([width, bytes]) => width === IMAGE_WIDTH || bytes !== specifiedFull)
      .map(([width, bytes]) => ({ path: `${folder}/${imageName(number, width)}`, bytes })),
    ...[...previews]
      .filter(([width, bytes]) => width === PREVIEW_WIDTH || bytes !== specifiedPreview)
      .map(([width, bytes]) => ({ path: `${folder}/${previewName(number, width)}`, bytes })),
  ];
}

/** Lists every path that a file of image `number` in a folder may have. */
export const listPossiblePaths = (folder: string, number: number): string[] => [
  ...IMAGE_WIDTHS.map((width) => `${folder}/${imageName(number, width)}`),
  ...PREVIEW_WIDTHS.map((width) => `${folder}/${previewName(number, width)}`),
];

/** An image as its public address names it. */
export interface PublicImage {
  readonly shop: ShopKey;
  readonly productId: number;
  /** Its position among the product's images, from 1. */
  readonly number: number;
  /** Lists file names of stored image `number` in its folder, the best match first. */
  listNames(number: number): readonly string[];
}

/** Stands in for a preview that is missing. */
const SMALLEST_IMAGE = Math.min(...IMAGE_WIDTHS) as ImageWidth;
const FOLDERS = new Map<string, ShopKey>(SHOPS.map(({ key, imageFolder }) => [imageFolder, key]));
const WIDTHS_IN_NAMES = {
  image: IMAGE_WIDTHS.filter((width) => width !== IMAGE_WIDTH).join('|'),
  preview: PREVIEW_WIDTHS.filter((width) => width !== PREVIEW_WIDTH).join('|'),
};
const PUBLIC_PATH = new RegExp(
  String.raw`^(?<folder>${[...FOLDERS.keys()].join('|')})/(?<id>[1-9]\d{0,9})/(?:preview/(?<preview>[1-9]\d{0,3})(?:-(?<previewWidth>${WIDTHS_IN_NAMES.preview}))?|(?<image>[1-9]\d{0,3})(?:-(?<imageWidth>${WIDTHS_IN_NAMES.image}))?)\.webp$`,
);

/** Parses a path below `/images/`, such as `PCProducts/12/preview/1-200.webp`; undefined when it names no product image. */
export function parsePublicPath(path: string): PublicImage | undefined {
  const { folder = '', id, preview, previewWidth, image, imageWidth } = PUBLIC_PATH.exec(path)?.groups ?? {};
  const shop = FOLDERS.get(folder);
  if (shop === undefined) return undefined;
  // Images of the seed and small ones may exist in fewer widths than pages request, or without a preview.
  const listNames =
    preview === undefined
      ? (number: number) => listUnique(imageName, number, Number(imageWidth ?? IMAGE_WIDTH) as ImageWidth)
      : (number: number) => [
          ...listUnique(previewName, number, Number(previewWidth ?? PREVIEW_WIDTH) as PreviewWidth),
          ...listUnique(imageName, number, SMALLEST_IMAGE),
        ];
  return { shop, productId: Number(id), number: Number(preview ?? image), listNames };
}

const listUnique = <W extends number>(
  name: (number: number, width?: W) => string,
  number: number,
  width: W,
): string[] => [...new Set([name(number, width), name(number)])];
