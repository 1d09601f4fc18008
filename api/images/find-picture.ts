import type { ShopKey } from '#contract/shops.ts';
import type { Blob, BlobStore } from '../storage/blob-store.ts';
import type { Database } from '../storage/database.ts';
import { imageFolderPath, parsePublicPath } from './image-paths.ts';
import { findPlaceByName, findPlaces } from './picture.repository.ts';
import type { PicturePlace, ProductName } from './picture.repository.ts';

/** Finds the files of products' pictures, which stay where they are while the pictures change places. */
export interface PictureFinder {
  /** By the path below `/images/`, such as `PCProducts/12/preview/1.webp`; undefined when there is none. */
  find(path: string): Promise<Blob | undefined>;
  /** In its largest width, by the name that administrators know it by. */
  findNamed(shop: ShopKey, productId: number, name: string): Promise<Blob | undefined>;
}

/** Name of a picture whose product has no rows: its number. */
const PLAIN_NAME = /^([1-9]\d{0,3})\.webp$/;

export function createPictureFinder({ reader }: Database, blobs: BlobStore): PictureFinder {
  /** A product without rows has its pictures in files that bear their positions. */
  const findPlace = async (product: ProductName, position: number): Promise<PicturePlace | undefined> => {
    const places = await findPlaces(reader, product, [...new Set([1, position])]);
    const place = places.get(position);
    if (place || places.has(1)) return place;
    return { folder: imageFolderPath(product.shop, product.productId), number: position };
  };

  return {
    async find(path) {
      const picture = parsePublicPath(path);
      const place = picture && (await findPlace(picture, picture.number));
      if (!picture || !place) return undefined;
      for (const name of picture.listNames(place.number)) {
        const blob = await blobs.find(`${place.folder}/${name}`);
        if (blob) return blob;
      }
      return undefined;
    },

    async findNamed(shop, productId, name) {
      const product = { shop, productId };
      const place = await findPlaceByName(reader, product, name);
      if (place) return blobs.find(`${place.folder}/${place.number}.webp`);
      const number = PLAIN_NAME.exec(name)?.[1];
      if (number === undefined || (await findPlaces(reader, product, [1])).has(1)) return undefined;
      return blobs.find(`${imageFolderPath(shop, productId)}/${number}.webp`);
    },
  };
}
