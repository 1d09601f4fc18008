import { setTimeout } from 'node:timers/promises';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ImageFinder } from '../images/image-finder.ts';
import { imagePath } from '../images/image-paths.ts';
import { storageFaultOf } from '../storage/storage-fault.ts';
import type { SharedImage } from './document-head.ts';

/** For pages without an image of their own. */
export const SITE_IMAGE: SharedImage = { path: '/icons/icon-512.png', size: { width: 512, height: 512 } };

/** Maximum number of images that a product's structured data lists. */
const MAX_NAMED_IMAGES = 6;

/** Lists the paths of a product's images, with the version that caches tell them apart by. */
export const listImagePaths = (shop: ShopKey, product: Product): string[] =>
  Array.from(
    { length: Math.min(product.imagecount, MAX_NAMED_IMAGES) },
    (_, index) => `/images/${imagePath(shop, product.id, index + 1)}?v=${product.image_version}`,
  );

/** Longest wait of a document for an image: the store of images may not answer. */
const MAX_WAIT_MS = 1_000;

/**
 * Returns a product's first image with its size, or without a size when the store of images does not answer; the site's image when the
 * product has no readable image.
 */
export async function findSharedImage(
  images: Pick<ImageFinder, 'find'>,
  shop: ShopKey,
  product: Product,
): Promise<SharedImage> {
  const [path] = listImagePaths(shop, product);
  if (path === undefined) return SITE_IMAGE;
  const image = await Promise.race([
    images.find(imagePath(shop, product.id, 1)).catch(ignoreStorageFault),
    setTimeout(MAX_WAIT_MS, 'away' as const, { ref: false }),
  ]);
  if (image === 'away') return { path };
  if (!image) return SITE_IMAGE;
  // Imported here, so that its native library takes memory only where there are images.
  const { readImageSize } = await import('../images/processing/read-image-size.ts');
  const size = await readImageSize(image.blob.bytes);
  return size ? { path, size } : SITE_IMAGE;
}

function ignoreStorageFault(error: unknown): 'away' {
  if (storageFaultOf(error) === undefined) throw error;
  return 'away';
}
