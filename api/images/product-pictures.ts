import { addedPictureName } from '#contract/admin-product.ts';
import type { ProductRepository } from '../catalog/product.repository.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import type { Queryable } from '../storage/database.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { imageFolderPath } from './image-paths.ts';
import { plainPictureId } from './picture-ids.ts';
import {
  findProductImages,
  giveUpPictures,
  insertPictures,
  listLivePictures,
  placePictures,
} from './picture.repository.ts';
import type { LivePicture, PictureRow, ProductName } from './picture.repository.ts';

/** The pictures of a product in their order. */
export interface ProductPictures {
  readonly product: ProductName;
  readonly pictures: readonly LivePicture[];
  /** Whether they have rows. Those of a product whose pictures were never changed get them with the first change. */
  readonly areStored: boolean;
}

/** Who asks for a change. */
export interface PictureCaller {
  /** A hash of the administrator's token. */
  readonly owner: string;
  /** Who it is, for the record. */
  readonly actor: string;
}

/** Who changes pictures, and how, for the record. */
export interface PictureChange {
  readonly action: 'add-pictures' | 'order-pictures' | 'delete-picture';
  readonly actor: string;
  /** Time in ms. */
  readonly at: number;
}

export const namesOf = (pictures: readonly Pick<PictureRow, 'name'>[]): string[] => pictures.map(({ name }) => name);

/** The pictures that a product shows; undefined when there is no such product. */
export async function loadProductPictures(db: Queryable, product: ProductName): Promise<ProductPictures | undefined> {
  const images = await findProductImages(db, product);
  if (!images) return undefined;
  const rows = await listLivePictures(db, product);
  if (rows.length > 0) return { product, pictures: rows, areStored: true };
  const plain = Array.from({ length: images.imagecount }, (_, index) =>
    makePlainPicture(product, index + 1, index === 0 ? images.placeholder : ''),
  );
  return { product, pictures: plain, areStored: false };
}

/** A picture whose files bear its number. */
const makePlainPicture = (product: ProductName, number: number, placeholder: string): LivePicture => ({
  id: plainPictureId(product, number),
  shop: product.shop,
  product_id: product.productId,
  name: addedPictureName(number),
  position: number,
  state: 'live',
  folder: imageFolderPath(product.shop, product.productId),
  number,
  owner: '',
  placeholder,
  width: 0,
  height: 0,
  created_at: 0,
});

/**
 * Lets a product show these pictures, in this order, in place of those that it showed: rows, count, version and number of the product change
 * in one transaction, and shoppers hear of it after the commit.
 */
export async function showPictures(
  unit: WriteUnit,
  products: Pick<ProductRepository, 'saveProductsIn'>,
  { product, pictures: before, areStored }: ProductPictures,
  after: readonly PictureRow[],
  { action, actor, at }: PictureChange,
): Promise<void> {
  const { shop, productId } = product;
  const kept = new Set(after.map(({ id }) => id));
  if (!areStored) await insertPictures(unit.trx, before);
  await giveUpPictures(
    unit.trx,
    before.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  );
  await placePictures(unit.trx, product, after);
  const images = { imagecount: after.length, placeholder: after[0]?.placeholder ?? '', haveChanged: true };
  const [result] = await products.saveProductsIn(unit, shop, [{ id: productId, fields: {}, images }]);
  if (result?.outcome === 'rejected') throw new Error(`Pictures could not be shown: ${result.reason}`);
  await recordAudit(unit.trx, {
    at,
    actor,
    action,
    subject: `${shop}/${productId}`,
    before: { images: namesOf(before) },
    after: { images: namesOf(after) },
  });
}
