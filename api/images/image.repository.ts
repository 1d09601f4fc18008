import type { Selectable, Transaction } from 'kysely';
import type { ImageSummary } from '../catalog/products/image-claims.ts';
import { CART_SHOP } from '../cart/cart-shop.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { ProductImageTable } from '../storage/schema/images.ts';
import { SERVER_ID_PREFIX } from './image-ids.ts';
import type { LivingProduct, ProductKey } from './image-ids.ts';

export type ImageRow = Selectable<ProductImageTable>;
/** An image that its product shows. */
export type LiveImage = ImageRow & { readonly position: number };
/** Where an image's files are stored. */
export type ImageLocation = Pick<ImageRow, 'folder' | 'number'>;

const IMAGE_COLUMNS = [
  'id',
  'shop',
  'product_id',
  'life',
  'name',
  'position',
  'state',
  'folder',
  'number',
  'owner',
  'placeholder',
  'condition',
  'width',
  'height',
  'created_at',
] as const satisfies readonly (keyof ProductImageTable)[];

/** Added to positions while images are reordered, because positions are unique; larger than any position. */
const REORDER_OFFSET = 1_000_000;

export function findImage(db: Queryable, id: string): Promise<ImageRow | undefined> {
  return db.selectFrom('product_picture').select(IMAGE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findImages(db: Queryable, ids: readonly string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('product_picture').select(IMAGE_COLUMNS).where('id', 'in', ids).execute();
}

/** Lists the images whose files are in a folder: imported images with the same bytes share one. */
export function findImagesInFolder(db: Queryable, folder: string): Promise<ImageRow[]> {
  return db.selectFrom('product_picture').select(IMAGE_COLUMNS).where('folder', '=', folder).execute();
}

/** Returns those of `folders` in which images with rows have their files. */
export async function listKnownFolders(db: Queryable, folders: readonly string[]): Promise<string[]> {
  if (folders.length === 0) return [];
  const rows = await db
    .selectFrom('product_picture')
    .select('folder')
    .distinct()
    .where('folder', 'in', folders)
    .execute();
  return rows.map(({ folder }) => folder);
}

/** Lists the rows of a product's images in their order. Returns an empty list when the images are only numbered files, without rows. */
export async function listLiveImages(db: Queryable, { shop, productId, life }: LivingProduct): Promise<LiveImage[]> {
  const rows = await db
    .selectFrom('product_picture')
    .select(IMAGE_COLUMNS)
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('life', '=', life)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();
  return rows as LiveImage[];
}

/** An image version, or undefined for the newest. */
export type ImageVersion = number | undefined;

/**
 * Selects the life of a product to which an image version belongs. The versions of a life's images are at least the number of the life, and
 * below that of the next life. The product may be deleted: after its purge from the trash, only images that orders and chats show are left.
 */
const lifeOfVersion = (db: Queryable, { shop, productId }: ProductKey, version: ImageVersion) => {
  const highest = version ?? Number.MAX_SAFE_INTEGER;
  const ofProduct = db
    .selectFrom('product')
    .select('life')
    .where('shop', '=', shop)
    .where('id', '=', productId)
    .where('life', '<=', highest);
  const ofImages = db
    .selectFrom('product_picture')
    .select('life')
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('position', 'is not', null)
    .where('life', '<=', highest);
  return db.selectFrom(ofProduct.unionAll(ofImages).as('known')).select((eb) => eb.fn.max('life').as('life'));
};

/** Returns the current image version of a product; undefined when it does not exist. */
export async function findImageVersion(db: Queryable, { shop, productId }: ProductKey): Promise<ImageVersion> {
  const product = await db
    .selectFrom('product')
    .select('image_version')
    .where('shop', '=', shop)
    .where('id', '=', productId)
    .executeTakeFirst();
  return product?.image_version;
}

/** Returns the locations of a product's images at some positions, by position. */
export async function findLocations(
  db: Queryable,
  product: ProductKey,
  positions: readonly number[],
  version?: ImageVersion,
): Promise<Map<number, ImageLocation>> {
  const { shop, productId } = product;
  const rows = await db
    .selectFrom('product_picture')
    .select(['position', 'folder', 'number'])
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('position', 'in', positions)
    .where('life', '=', lifeOfVersion(db, product, version))
    .execute();
  return new Map(rows.map(({ position, ...location }) => [Number(position), location]));
}

/** Returns the location of the image with a name. */
export async function findLocationByName(
  db: Queryable,
  product: ProductKey,
  name: string,
): Promise<ImageLocation | undefined> {
  const { shop, productId } = product;
  return db
    .selectFrom('product_picture')
    .select(['folder', 'number'])
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('life', '=', lifeOfVersion(db, product, undefined))
    .where('name', '=', name)
    .where('state', '=', 'live')
    .executeTakeFirst();
}

/** Lists the images that a caller has uploaded for a product that is not added yet. */
export function listStagedImages(db: Queryable, { shop, productId }: ProductKey, owner: string): Promise<ImageRow[]> {
  return db
    .selectFrom('product_picture')
    .select(IMAGE_COLUMNS)
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('state', '=', 'staged')
    .where('owner', '=', owner)
    .execute();
}

/** Returns the image columns of a product's own row, and its life. */
export async function findImageSummary(
  db: Queryable,
  { shop, productId }: ProductKey,
): Promise<(ImageSummary & { readonly life: number }) | undefined> {
  return db
    .selectFrom('product')
    .select(['life', 'imagecount', 'placeholder', 'condition_images'])
    .where('shop', '=', shop)
    .where('id', '=', productId)
    .executeTakeFirst();
}

/** Returns whether an order or a chat shows the preview of a product, which may be deleted. */
export async function isPreviewShown(db: Queryable, { shop, productId, life }: LivingProduct): Promise<boolean> {
  const orders = { shop, productId, life };
  if ((await selectClosedOrder.first(db, orders)) ?? (await selectHeldOrder.first(db, orders))) return true;
  if (shop !== CART_SHOP) return false;
  const chat = await db
    .selectFrom('chat')
    .select('id')
    .where('product_id', '=', productId)
    .where('life', '=', life)
    .limit(1)
    .executeTakeFirst();
  return chat !== undefined;
}

const ordersOf = (db: Queryable, value: LivingProduct) =>
  db
    .selectFrom('purchase')
    .select('id')
    .where('shop', '=', value.shop)
    .where('product_id', '=', value.productId)
    .where('life', '=', value.life)
    .limit(1);

/** Reads all orders that hold units: an index of them by product would slow down each new order. */
const selectHeldOrder = prepareQuery((db, value: LivingProduct) =>
  ordersOf(db, value).where('stock_state', '=', 'held'),
);
const selectClosedOrder = prepareQuery((db, value: LivingProduct) =>
  ordersOf(db, value).where('stock_state', '<>', 'held'),
);

/** Inserts or overwrites the rows of images, before their files are stored. */
export async function insertPendingImages(trx: Transaction<Schema>, images: readonly ImageRow[]): Promise<void> {
  for (const image of images) {
    const { id: _id, ...columns } = image;
    await trx
      .insertInto('product_picture')
      .values(image)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
  }
}

export async function insertImages(trx: Transaction<Schema>, images: readonly ImageRow[]): Promise<void> {
  for (const image of images) await trx.insertInto('product_picture').values(image).execute();
}

/** Marks an image as stored for a product that is still to be added. */
export async function stageImage(
  trx: Transaction<Schema>,
  { id, name, shop, product_id }: Pick<ImageRow, 'id' | 'name' | 'shop' | 'product_id'>,
): Promise<void> {
  await trx
    .updateTable('product_picture')
    .set({ state: 'staged', name, shop, product_id })
    .where('id', '=', id)
    .execute();
}

/** Discards images in any state: they are no longer shown, and their files can be deleted. */
export async function discardImages(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('product_picture').set({ state: 'going', position: null }).where('id', 'in', ids).execute();
}

/** Discards those of some images whose files were never stored completely. */
export async function discardPendingImages(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('product_picture')
    .set({ state: 'going' })
    .where('id', 'in', ids)
    .where('state', '=', 'coming')
    .execute();
}

/** Assigns images to a product in this order, from position 1. The product's other images must have been discarded. */
export async function placeImages(
  trx: Transaction<Schema>,
  { shop, productId, life }: LivingProduct,
  images: readonly Pick<ImageRow, 'id' | 'name' | 'placeholder' | 'condition' | 'width' | 'height'>[],
): Promise<void> {
  await trx
    .updateTable('product_picture')
    .set((eb) => ({ position: eb('position', '+', REORDER_OFFSET) }))
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('life', '=', life)
    .where('position', 'is not', null)
    .execute();
  for (const [index, { id, name, placeholder, condition, width, height }] of images.entries()) {
    const shown = { name, placeholder, condition, width, height };
    await trx
      .updateTable('product_picture')
      .set({ state: 'live', position: index + 1, shop, product_id: productId, life, ...shown })
      .where('id', '=', id)
      .execute();
  }
}

/** Times in ms, one for each kind of image: an image that was created before the time of its kind is old. */
export interface OldImages {
  /** For images whose upload has not ended. */
  readonly pendingBeforeMs: number;
  /** For images staged under an id that the server chose. */
  readonly unnamedBeforeMs: number;
  /** For images staged under an id that the caller chose. */
  readonly stagedBeforeMs: number;
}

/** Discards old images that no product shows. */
export async function discardOldImages(
  trx: Transaction<Schema>,
  { pendingBeforeMs, unnamedBeforeMs, stagedBeforeMs }: OldImages,
): Promise<void> {
  await trx
    .updateTable('product_picture')
    .set({ state: 'going' })
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'coming'), eb('created_at', '<', pendingBeforeMs)]),
        eb.and([eb('state', '=', 'staged'), eb('created_at', '<', stagedBeforeMs)]),
        eb.and([
          eb('state', '=', 'staged'),
          eb('id', 'like', `${SERVER_ID_PREFIX}%`),
          eb('created_at', '<', unnamedBeforeMs),
        ]),
      ]),
    )
    .execute();
}

/** Discards images of deleted products that were kept for an order or a chat, once neither shows them any more. */
export async function discardForgottenImages(trx: Transaction<Schema>): Promise<void> {
  const kept = await trx
    .selectFrom('ended_life as ended')
    .innerJoin('product_picture as image', (join) =>
      join.onRef('image.shop', '=', 'ended.shop').onRef('image.product_id', '=', 'ended.id'),
    )
    .select(['image.id', 'image.shop', 'image.product_id as productId', 'image.life'])
    .where('image.position', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('product')
            .select('product.id')
            .whereRef('product.shop', '=', 'image.shop')
            .whereRef('product.id', '=', 'image.product_id')
            .whereRef('product.life', '=', 'image.life'),
        ),
      ),
    )
    // Images of a product in the trash stay for its restore. Its life is the one that ended last under its id.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deleted_product as trashed')
            .select('trashed.id')
            .whereRef('trashed.shop', '=', 'image.shop')
            .whereRef('trashed.id', '=', 'image.product_id')
            .whereRef('ended.life', '=', 'image.life'),
        ),
      ),
    )
    .execute();
  const forgotten: string[] = [];
  for (const image of kept) {
    if (!(await isPreviewShown(trx, image))) forgotten.push(image.id);
  }
  await discardImages(trx, forgotten);
}

export type DiscardedImage = Pick<ImageRow, 'id' | 'folder' | 'number'>;

/** Lists discarded images, whose files may still exist. */
export function listDiscardedImages(db: Queryable, limit: number): Promise<DiscardedImage[]> {
  return db
    .selectFrom('product_picture')
    .select(['id', 'folder', 'number'])
    .where('state', '=', 'going')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function deleteImages(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('product_picture').where('state', '=', 'going').where('id', 'in', ids).execute();
}
