import sharp from 'sharp';
import type { Product } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ImageFinder } from '../images/image-finder.ts';
import { imagePath } from '../images/image-paths.ts';
import '../images/processing/image-loaders.ts';
import type { SharedImage } from './document-head.ts';

/** For pages without an image of their own. */
export const SITE_IMAGE: SharedImage = { path: '/icons/icon-512.png', width: 512, height: 512 };

/** Images of a product that its structured data lists at most. */
const MAX_NAMED_IMAGES = 6;

/** Lists the paths of a product's images, with the version that caches tell them apart by. */
export const listImagePaths = (shop: ShopKey, product: Product): string[] =>
  Array.from(
    { length: Math.min(product.imagecount, MAX_NAMED_IMAGES) },
    (_, index) => `/images/${imagePath(shop, product.id, index + 1)}?v=${product.image_version}`,
  );

/** Returns a product's first image with its size; the site's image when it cannot be read. */
export async function findSharedImage(
  images: Pick<ImageFinder, 'find'>,
  shop: ShopKey,
  product: Product,
): Promise<SharedImage> {
  const [path] = listImagePaths(shop, product);
  const image = path === undefined ? undefined : await images.find(imagePath(shop, product.id, 1));
  if (path === undefined || !image) return SITE_IMAGE;
  const size = await sharp(image.blob.bytes)
    .metadata()
    .catch(() => undefined);
  return size ? { path, width: size.width, height: size.height } : SITE_IMAGE;
}
