import type { Expression, ExpressionBuilder, Selectable, SqlBool, Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { EditorImageTable } from '../storage/schema/images.ts';
import type { ProductKey } from './image-ids.ts';

export type EditorImageRow = Selectable<EditorImageTable>;

const COLUMNS = [
  'id',
  'shop',
  'product_id',
  'state',
  'owner',
  'width',
  'height',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof EditorImageTable)[];

export function findEditorImage(db: Queryable, id: string): Promise<EditorImageRow | undefined> {
  return db.selectFrom('editor_picture').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Writes the row of an image before its file is stored, for the first time or again. */
export async function insertPendingEditorImage(trx: Transaction<Schema>, image: EditorImageRow): Promise<void> {
  const { id: _id, ...columns } = image;
  await trx
    .insertInto('editor_picture')
    .values(image)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/** Marks an image as stored; false when it was discarded meanwhile. */
export async function markEditorImageStored(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('editor_picture')
    .set({ state: 'stored' })
    .where('id', '=', id)
    .where('state', '=', 'coming')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the ids of the images that a product's description shows. */
export async function listUsedEditorImages(db: Queryable, product: ProductKey): Promise<string[]> {
  return (await listUses.all(db, product)).map(({ picture_id }) => picture_id);
}

// Runs for each product whose description changes, imported ones included.
const listUses = prepareQuery((db, value: ProductKey) =>
  db
    .selectFrom('editor_picture_use')
    .select('picture_id')
    .where('shop', '=', value.shop)
    .where('product_id', '=', value.productId),
);

/** Returns those of some ids whose images are stored. */
export async function listStoredEditorImages(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('editor_picture')
    .select('id')
    .where('state', '=', 'stored')
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns those of some ids that have a row, in any state. */
export async function listKnownEditorImages(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('editor_picture').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

export async function insertEditorImageUses(
  trx: Transaction<Schema>,
  { shop, productId }: ProductKey,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('editor_picture_use')
    .values(ids.map((picture_id) => ({ picture_id, shop, product_id: productId })))
    .execute();
}

/**
 * Records that a product no longer shows these images. If no product shows them, they expire at `expiresAtMs`; those that an administrator
 * has deleted (`expires_at` 0) are discarded at once.
 */
export async function deleteEditorImageUses(
  trx: Transaction<Schema>,
  { shop, productId }: ProductKey,
  ids: readonly string[],
  expiresAtMs: number,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('editor_picture_use')
    .where('shop', '=', shop)
    .where('product_id', '=', productId)
    .where('picture_id', 'in', ids)
    .execute();
  await trx
    .updateTable('editor_picture')
    .set({ expires_at: expiresAtMs })
    .where('id', 'in', ids)
    .where('expires_at', '>', 0)
    .execute();
  await discard(trx, (eb) => eb.and([eb('id', 'in', ids), eb('expires_at', '=', 0)]));
}

/** Discards an image as soon as no product shows it: now, or when the last product that shows it is saved without it. */
export async function expireEditorImage(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.updateTable('editor_picture').set({ expires_at: 0 }).where('id', '=', id).execute();
  await discard(trx, (eb) => eb('id', '=', id));
}

/** Discards the images that a caller uploaded for a product and that no product shows. */
export async function expireEditorImages(
  trx: Transaction<Schema>,
  { shop, productId }: { readonly shop: ShopKey; readonly productId: number },
  owner: string,
): Promise<void> {
  const isOfCaller = (eb: ExpressionBuilder<Schema, 'editor_picture'>) =>
    eb.and([eb('shop', '=', shop), eb('product_id', '=', productId), eb('owner', '=', owner)]);
  await discard(trx, isOfCaller);
  // Uploads that are still running expire as soon as they end.
  await trx
    .updateTable('editor_picture')
    .set({ expires_at: 0 })
    .where('state', '=', 'coming')
    .where(isOfCaller)
    .execute();
}

/** Discards expired images that no product shows, and uploads that began before `pendingBeforeMs` and never ended. */
export async function discardEditorImages(
  trx: Transaction<Schema>,
  { nowMs, pendingBeforeMs }: { readonly nowMs: number; readonly pendingBeforeMs: number },
): Promise<void> {
  await discard(trx, (eb) => eb('expires_at', '<=', nowMs));
  await trx
    .updateTable('editor_picture')
    .set({ state: 'going' })
    .where('state', '=', 'coming')
    .where('created_at', '<', pendingBeforeMs)
    .execute();
}

/**
 * Discards the chosen images that are stored and that no product shows. They are unreadable as soon as this transaction commits, and so
 * before the call is acknowledged; their files are deleted later.
 */
async function discard(
  trx: Transaction<Schema>,
  which: (eb: ExpressionBuilder<Schema, 'editor_picture'>) => Expression<SqlBool>,
): Promise<void> {
  await trx
    .updateTable('editor_picture')
    .set({ state: 'going' })
    .where('state', '=', 'stored')
    .where('id', 'not in', (eb) => eb.selectFrom('editor_picture_use').select('picture_id'))
    .where(which)
    .execute();
}

export async function discardEditorImage(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx
    .updateTable('editor_picture')
    .set({ state: 'going' })
    .where('id', '=', id)
    .where('state', '=', 'coming')
    .execute();
}

/** Lists the ids of discarded images, whose files may still exist. */
export async function listDiscardedEditorImages(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('editor_picture')
    .select('id')
    .where('state', '=', 'going')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteEditorImages(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('editor_picture').where('state', '=', 'going').where('id', 'in', ids).execute();
}
