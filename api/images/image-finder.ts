import type { ShopKey } from '#contract/shops.ts';
import type { Blob, BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import { imageFolderPath, parsePublicPath } from './image-paths.ts';
import { findLocationByName, findLocations } from './image.repository.ts';
import type { ImageLocation, ProductKey } from './image.repository.ts';

/** Finds the files of products' pictures, which stay where they are while the pictures change places. */
export interface ImageFinder {
  /** By the path below `/images/`, such as `PCProducts/12/preview/1.webp`; undefined when there is none. */
  find(path: string): Promise<Blob | undefined>;
  /** In its largest width, by the name that administrators know it by. */
  findNamed(shop: ShopKey, productId: number, name: string): Promise<Blob | undefined>;
}

/** Name of a picture whose product has no rows: its number. */
const PLAIN_NAME = /^([1-9]\d{0,3})\.webp$/;

export function createImageFinder({ reader }: Database, blobs: BlobStore): ImageFinder {
  /** A product without rows has its pictures in files that bear their positions. */
  const findLocation = async (product: ProductKey, position: number): Promise<ImageLocation | undefined> => {
    const places = await findLocations(reader, product, [...new Set([1, position])]);
    const place = places.get(position);
    if (place || places.has(1)) return place;
    return { folder: imageFolderPath(product.shop, product.productId), number: position };
  };

  return {
    async find(path) {
      const image = parsePublicPath(path);
      const place = image && (await findLocation(image, image.number));
      if (!image || !place) return undefined;
      for (const name of image.listNames(place.number)) {
        const blob = await blobs.find(`${place.folder}/${name}`);
        if (blob) return blob;
      }
      return undefined;
    },

    async findNamed(shop, productId, name) {
      const product = { shop, productId };
      const place = await findLocationByName(reader, product, name);
      if (place) return blobs.find(`${place.folder}/${place.number}.webp`);
      const number = PLAIN_NAME.exec(name)?.[1];
      if (number === undefined || (await findLocations(reader, product, [1])).has(1)) return undefined;
      return blobs.find(`${imageFolderPath(shop, productId)}/${number}.webp`);
    },
  };
}
