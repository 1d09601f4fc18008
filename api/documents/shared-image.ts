import sharp from 'sharp';
import type { Product } from '#contract/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ImageFinder } from '../images/image-finder.ts';
import { imagePath } from '../images/image-paths.ts';
import '../images/processing/image-loaders.ts';
import type { SharedImage } from './document-head.ts';

/** Stands for pages without a picture of their own. */
export const SITE_IMAGE: SharedImage = { path: '/icons/icon-512.png', width: 512, height: 512 };

/** Pictures of a product that its structured data names. */
const MAX_NAMED_IMAGES = 6;

/** Paths of a product's pictures, with the version by which caches tell them apart. */
export const listImagePaths = (shop: ShopKey, product: Product): string[] =>
  Array.from(
    { length: Math.min(product.imagecount, MAX_NAMED_IMAGES) },
    (_, index) => `/images/${imagePath(shop, product.id, index + 1)}?v=${product.image_version}`,
  );

/** The first picture of a product with its size; that of the site when it cannot be read. */
export async function findSharedImage(
  images: Pick<ImageFinder, 'find'>,
  shop: ShopKey,
  product: Product,
): Promise<SharedImage> {
  const [path] = listImagePaths(shop, product);
  const blob = path === undefined ? undefined : await images.find(imagePath(shop, product.id, 1));
  if (path === undefined || !blob) return SITE_IMAGE;
  const size = await sharp(blob.bytes)
    .metadata()
    .catch(() => undefined);
  return size ? { path, width: size.width, height: size.height } : SITE_IMAGE;
}
