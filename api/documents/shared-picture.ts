import sharp from 'sharp';
import type { Product } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { PictureFinder } from '../images/find-picture.ts';
import { picturePath } from '../images/image-paths.ts';
import '../images/picture-loaders.ts';
import type { SharedPicture } from './document-head.ts';

/** Stands for pages without a picture of their own. */
export const SITE_PICTURE: SharedPicture = { path: '/icons/icon-512.png', width: 512, height: 512 };

/** Pictures of a product that its structured data names. */
const MAX_NAMED_PICTURES = 6;

/** Paths of a product's pictures, with the version by which caches tell them apart. */
export const listPicturePaths = (shop: ShopKey, product: Product): string[] =>
  Array.from(
    { length: Math.min(product.imagecount, MAX_NAMED_PICTURES) },
    (_, index) => `/images/${picturePath(shop, product.id, index + 1)}?v=${product.image_version}`,
  );

/** The first picture of a product with its size; that of the site when it cannot be read. */
export async function findSharedPicture(
  pictures: Pick<PictureFinder, 'find'>,
  shop: ShopKey,
  product: Product,
): Promise<SharedPicture> {
  const [path] = listPicturePaths(shop, product);
  const blob = path === undefined ? undefined : await pictures.find(picturePath(shop, product.id, 1));
  if (path === undefined || !blob) return SITE_PICTURE;
  const size = await sharp(blob.bytes)
    .metadata()
    .catch(() => undefined);
  return size ? { path, width: size.width, height: size.height } : SITE_PICTURE;
}
