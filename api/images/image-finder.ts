import type { ShopKey } from '#contract/shops.ts';
import type { Blob, BlobStore } from '../storage/blobs/blob-store.ts';
import type { Database } from '../storage/database.ts';
import { imageFolderPath, parsePublicPath } from './image-paths.ts';
import { findImageVersion, findLocationByName, findLocations } from './image.repository.ts';
import type { ImageLocation, ImageVersion } from './image.repository.ts';
import type { ProductKey } from './image-ids.ts';

/** A file of an image. */
export interface FoundImage {
  readonly blob: Blob;
  /** Whether the version is the product's current one. The images of a version are final: any change makes another version. */
  readonly isCurrent: boolean;
}

/** Finds the files of product images. Files stay where they are when images are reordered. */
export interface ImageFinder {
  /** Finds a file by its path below `/images/`, such as `PCProducts/12/preview/1.webp`, and the image version. */
  find(path: string, version?: ImageVersion): Promise<FoundImage | undefined>;
  /** Finds an image in its largest width by its name in the administrators' calls. */
  findNamed(shop: ShopKey, productId: number, name: string): Promise<Blob | undefined>;
}

/** Name of an image without a row: its number. */
const PLAIN_NAME = /^([1-9]\d{0,3})\.webp$/;

export function createImageFinder({ reader }: Database, blobs: BlobStore): ImageFinder {
  /** Image files of a product without image rows are named by their positions. */
  const findLocation = async (
    product: ProductKey,
    position: number,
    version: ImageVersion,
  ): Promise<ImageLocation | undefined> => {
    const locations = await findLocations(reader, product, [...new Set([1, position])], version);
    const location = locations.get(position);
    if (location || locations.has(1)) return location;
    return { folder: imageFolderPath(product.shop, product.productId), number: position };
  };

  const isCurrent = async (product: ProductKey, version: ImageVersion): Promise<boolean> =>
    version !== undefined && (await findImageVersion(reader, product)) === version;

  return {
    async find(path, version) {
      const image = parsePublicPath(path);
      if (!image) return undefined;
      // Versions only rise, so one that is current before and after the search has not changed in between.
      const wasCurrent = await isCurrent(image, version);
      const location = await findLocation(image, image.number, version);
      if (!location) return undefined;
      for (const name of image.listNames(location.number)) {
        const blob = await blobs.find(`${location.folder}/${name}`);
        if (blob) return { blob, isCurrent: wasCurrent && (await isCurrent(image, version)) };
      }
      return undefined;
    },

    async findNamed(shop, productId, name) {
      const product = { shop, productId };
      const location = await findLocationByName(reader, product, name);
      if (location) return blobs.find(`${location.folder}/${location.number}.webp`);
      const number = PLAIN_NAME.exec(name)?.[1];
      if (number === undefined || (await findLocations(reader, product, [1])).has(1)) return undefined;
      return blobs.find(`${imageFolderPath(shop, productId)}/${number}.webp`);
    },
  };
}
