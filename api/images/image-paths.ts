import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';

/** Which of a picture's two files: the whole picture or its preview, 400 pixels wide. */
export type ImageSize = 'full' | 'preview';

/** Folder of a product's pictures: the blob store's path, and the public one below `/images/`. */
export const imageFolderPath = (shop: ShopKey, productId: number): string =>
  `${getShop(shop).imageFolder}/${productId}`;

/** Path of a product's picture, numbered from 1: `PCProducts/12/1.webp`, its preview `PCProducts/12/preview/1.webp`. */
export function imagePath(shop: ShopKey, productId: number, number: number, size: ImageSize = 'full'): string {
  const folder = imageFolderPath(shop, productId);
  return size === 'preview' ? `${folder}/preview/${number}.webp` : `${folder}/${number}.webp`;
}
