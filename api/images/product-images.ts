import { addedImageName } from '#contract/products/admin-product.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ImageSummary } from '../catalog/products/image-claims.ts';
import type { ProductWritesService } from '../catalog/products/product-writes.service.ts';
import type { AuditActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { findCondition, summarizeImages } from './condition-images.ts';
import { imageFolderPath } from './image-paths.ts';
import { plainImageId } from './image-ids.ts';
import { findImageSummary, discardImages, insertImages, listLiveImages, placeImages } from './image.repository.ts';
import type { LiveImage, ImageRow } from './image.repository.ts';
import type { LivingProduct, ProductKey } from './image-ids.ts';

/** The images of a product in their order. */
export interface ProductImages {
  readonly product: LivingProduct;
  readonly images: readonly LiveImage[];
  /** Whether the images have rows. Images of the seed get rows with the first change. */
  readonly areStored: boolean;
}

/** The caller of a change. */
export interface ImageCaller {
  /** A hash of the administrator's token. */
  readonly owner: string;
  /** For the audit log. */
  readonly actor: AuditActor;
}

/** A change of images for the audit log. */
export interface ImageChange {
  readonly action: 'add-pictures' | 'order-pictures' | 'delete-picture';
  readonly actor: AuditActor;
  /** Time in ms. */
  readonly at: number;
}

export const namesOf = (images: readonly Pick<ImageRow, 'name'>[]): string[] => images.map(({ name }) => name);

/** An image as the audit log names it. */
const describeImage = ({ name, condition }: Pick<ImageRow, 'name' | 'condition'>): string =>
  condition === '' ? name : `${name} (${condition})`;

/** A product as a caller saw it. `seenSeq` is the `seq` that the product had then, if the caller sends it. */
export interface SeenProduct extends ProductKey {
  readonly seenSeq?: number | undefined;
}

/**
 * Returns the images that a product shows; undefined when the product does not exist.
 * @throws ApiError not-found when the product that the caller saw does not exist any more, even if another product has its id now
 */
export async function loadProductImages(db: Queryable, seen: SeenProduct): Promise<ProductImages | undefined> {
  const { shop, productId, seenSeq } = seen;
  const summary = await findImageSummary(db, seen);
  if (seenSeq !== undefined && (!summary || summary.life > seenSeq)) throw new ApiError('not-found');
  if (!summary) return undefined;
  const product = { shop, productId, life: summary.life };
  const rows = await listLiveImages(db, product);
  if (rows.length > 0) return { product, images: rows, areStored: true };
  const plain = Array.from({ length: summary.imagecount }, (_, index) => makePlainImage(product, index + 1, summary));
  return { product, images: plain, areStored: false };
}

/** An image whose files are named by its number. */
const makePlainImage = (product: LivingProduct, number: number, summary: ImageSummary): LiveImage => ({
  id: plainImageId(product, number),
  shop: product.shop,
  product_id: product.productId,
  life: product.life,
  name: addedImageName(number),
  position: number,
  state: 'live',
  folder: imageFolderPath(product.shop, product.productId),
  number,
  owner: '',
  placeholder: number === 1 ? summary.placeholder : '',
  condition: findCondition(summary, number),
  width: 0,
  height: 0,
  created_at: 0,
});

/**
 * Replaces the images that a product shows, in this order. Rows, count, version and sequence number of the product change in one
 * transaction; the change is published after the commit. `change` is its entry in the audit log; imports omit it, because they write one
 * entry for all their rows.
 */
export async function showImages(
  unit: WriteUnit,
  products: Pick<ProductWritesService, 'saveProductsIn'>,
  { product, images: before, areStored }: ProductImages,
  after: readonly ImageRow[],
  change?: ImageChange,
): Promise<void> {
  const { shop, productId } = product;
  const kept = new Set(after.map(({ id }) => id));
  if (!areStored) await insertImages(unit.trx, before);
  await discardImages(
    unit.trx,
    before.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  );
  await placeImages(unit.trx, product, after);
  // When only the condition of images changes, their addresses stay the same.
  const haveChanged = before.length !== after.length || after.some(({ id }, place) => id !== before[place]?.id);
  const images = { ...summarizeImages(after), haveChanged };
  const [result] = await products.saveProductsIn(unit, shop, [{ id: productId, fields: {}, images }]);
  if (result?.outcome === 'rejected') throw new Error(`product images were rejected: ${result.reason}`);
  if (!change) return;
  await recordAudit(unit.trx, {
    ...change,
    subject: `${shop}/${productId}`,
    before: { images: before.map(describeImage) },
    after: { images: after.map(describeImage) },
  });
}
