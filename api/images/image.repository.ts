import type { Selectable, Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import { CART_SHOP } from '../cart/cart-shop.ts';
import type { Queryable } from '../storage/database.ts';
import type { ProductPictureTable, Schema } from '../storage/schema.ts';
import { SERVER_ID_PREFIX } from './image-ids.ts';

export type ImageRow = Selectable<ProductPictureTable>;
/** A picture that its product shows. */
export type LiveImage = ImageRow & { readonly position: number };
/** Where a picture's files are. */
export type ImageLocation = Pick<ImageRow, 'folder' | 'number'>;

/** A product, by the shop that sells it. */
export interface ProductKey {
  readonly shop: ShopKey;
  readonly productId: number;
}

const IMAGE_COLUMNS = [
  'id',
  'shop',
  'product_id',
  'name',
  'position',
  'state',
  'folder',
  'number',
  'owner',
  'placeholder',
  'width',
  'height',
  'created_at',
] as const satisfies readonly (keyof ProductPictureTable)[];

/** Above every position: where pictures stand aside while they change places. */
const ASIDE = 1_000_000;

export function findImage(db: Queryable, id: string): Promise<ImageRow | undefined> {
  return db.selectFrom('product_picture').select(IMAGE_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findImages(db: Queryable, ids: readonly string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('product_picture').select(IMAGE_COLUMNS).where('id', 'in', ids).execute();
}

/** The rows of a product's pictures in their order; none for a product whose pictures were never changed. */
export async function listLiveImages(db: Queryable, { shop, productId }: ProductKey): Promise<LiveImage[]> {
  const rows = await db
    .selectFrom('product_picture')
    .select(IMAGE_COLUMNS)
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();
  return rows as LiveImage[];
}

/** Where a product's pictures at some positions are, by position. */
export async function findLocations(
  db: Queryable,
  { shop, productId }: ProductKey,
  positions: readonly number[],
): Promise<Map<number, ImageLocation>> {
  const rows = await db
    .selectFrom('product_picture')
    .select(['position', 'folder', 'number'])
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('position', 'in', positions)
    .execute();
  return new Map(rows.map(({ position, ...place }) => [Number(position), place]));
}

/** Where the picture of a name is. */
export async function findLocationByName(
  db: Queryable,
  { shop, productId }: ProductKey,
  name: string,
): Promise<ImageLocation | undefined> {
  return db
    .selectFrom('product_picture')
    .select(['folder', 'number'])
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('name', '=', name)
    .where('state', '=', 'live')
    .executeTakeFirst();
}

/** What a caller has uploaded for a product that is not there yet. */
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

/** What a product says of its pictures itself. */
export async function findImageSummary(
  db: Queryable,
  { shop, productId }: ProductKey,
): Promise<{ imagecount: number; placeholder: string } | undefined> {
  return db
    .selectFrom('product')
    .select(['imagecount', 'placeholder'])
    .where('shop', '=', shop)
    .where('id', '=', productId)
    .executeTakeFirst();
}

/** Whether an order or a chat shows the preview of a product, which may be gone. */
export async function isPreviewShown(db: Queryable, { shop, productId }: ProductKey): Promise<boolean> {
  const order = await db
    .selectFrom('purchase')
    .select('id')
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .limit(1)
    .executeTakeFirst();
  if (order || shop !== CART_SHOP) return order !== undefined;
  const chat = await db.selectFrom('chat').select('id').where('product_id', '=', productId).limit(1).executeTakeFirst();
  return chat !== undefined;
}

/** Writes pictures whose files come next, or come again. */
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

/** Lets a picture wait for its product. */
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

/** Gives up pictures of whatever state: nobody sees them from then on, and their files may go. */
export async function discardImages(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('product_picture').set({ state: 'going', position: null }).where('id', 'in', ids).execute();
}

/** Gives up those of some pictures whose files were never all there. */
export async function discardPendingImages(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('product_picture')
    .set({ state: 'going' })
    .where('id', 'in', ids)
    .where('state', '=', 'coming')
    .execute();
}

/** Puts pictures into a product in this order, from position 1; those of the product that are not among them must have been given up. */
export async function placeImages(
  trx: Transaction<Schema>,
  { shop, productId }: ProductKey,
  images: readonly Pick<ImageRow, 'id' | 'name' | 'placeholder' | 'width' | 'height'>[],
): Promise<void> {
  await trx
    .updateTable('product_picture')
    .set((eb) => ({ position: eb('position', '+', ASIDE) }))
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('position', 'is not', null)
    .execute();
  for (const [index, { id, name, placeholder, width, height }] of images.entries()) {
    await trx
      .updateTable('product_picture')
      .set({ state: 'live', position: index + 1, shop, product_id: productId, name, placeholder, width, height })
      .where('id', '=', id)
      .execute();
  }
}

/** Before which times in ms pictures are old that began to come, wait under an id of the server, or wait under one of their caller. */
export interface OldImages {
  readonly pendingBeforeMs: number;
  readonly unnamedBeforeMs: number;
  readonly stagedBeforeMs: number;
}

/** Gives up old pictures that no product shows. */
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

/** Pictures that were given up, of which files may still be there. */
export function listDiscardedImages(
  db: Queryable,
  limit: number,
): Promise<Pick<ImageRow, 'id' | 'folder' | 'number'>[]> {
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
