import { productKeysOfPath } from '#transfer/named-images.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ShopKey } from '#contract/shops.ts';
import { isStorable } from '#contract/text/is-storable.ts';
import { findProductByKey } from '../catalog/products/find-product-by-key.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';
import type { LivingProduct } from '../images/image-ids.ts';
import type { ImportedImages } from '../images/imported-images.service.ts';
import type { Database, Queryable } from '../storage/database.ts';

/** The result for an image of a ZIP file or a folder. */
export interface ShownImage {
  readonly productId: number;
  /** False when the product shows it already. */
  readonly isNew: boolean;
}

/** Finds the product that an image's path names, by its external_id or else its id; undefined when there is none. */
async function findNamedProduct(db: Queryable, shop: ShopKey, path: string): Promise<LivingProduct | undefined> {
  for (const key of productKeysOfPath(path)) {
    const found = isStorable(key) ? await findProductByKey(db, shop, key) : undefined;
    if (found) return { shop, productId: found.id, life: found.life };
  }
  return undefined;
}

/**
 * Adds an image of a ZIP file or a folder to the product that its path names, after the images that the product has.
 * @throws ApiError as `ImportedImages`, and not-found when the path names no product
 */
export async function showNamedImage(
  { database, imported }: { readonly database: Database; readonly imported: ImportedImages },
  shop: ShopKey,
  { path, bytes }: { readonly path: string; readonly bytes: Buffer },
  life?: CallerLife,
): Promise<ShownImage> {
  const product = await findNamedProduct(database.reader, shop, path);
  if (!product) throw new ApiError('not-found');
  return { productId: product.productId, isNew: await imported.show({ product, bytes }, life) };
}
