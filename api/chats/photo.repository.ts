import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import type { ChatPhotoTable } from '../storage/schema/chats.ts';

/** Identifies a photo. */
export type PhotoKey = Pick<ChatPhotoTable, 'chat_id' | 'id'>;
export type PhotoRow = Selectable<ChatPhotoTable>;

export function findPhoto(db: Queryable, { chat_id, id }: PhotoKey): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('chat_photo')
    .select(['chat_id', 'id', 'sub', 'size_bytes', 'width', 'height', 'created_at', 'state', 'message_seq'])
    .where('chat_id', '=', chat_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Sums the bytes of a user's photos except one. */
export async function measurePhotos(db: Queryable, sub: string, { chat_id, id }: PhotoKey): Promise<number> {
  const row = await db
    .selectFrom('chat_photo')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('sub', '=', sub)
    .where((eb) => eb.or([eb('chat_id', '<>', chat_id), eb('id', '<>', id)]))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Stores the row of a photo whose upload starts or restarts. */
export async function insertPendingPhoto(trx: Transaction<Schema>, photo: Insertable<ChatPhotoTable>): Promise<void> {
  const { chat_id: _chat, id: _id, ...columns } = photo;
  await trx
    .insertInto('chat_photo')
    .values(photo)
    .onConflict((conflict) => conflict.columns(['chat_id', 'id']).doUpdateSet(columns))
    .execute();
}

/** Marks a photo's bytes as stored; returns false when the photo was discarded or deleted meanwhile. */
export async function markStored(trx: Transaction<Schema>, { chat_id, id }: PhotoKey): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('chat_photo')
    .set({ state: 'stored' })
    .where('chat_id', '=', chat_id)
    .where('id', '=', id)
    .where('state', '<>', 'going')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Assigns a user's photos to a message; returns how many exist. */
export async function claimPhotos(
  trx: Transaction<Schema>,
  { chatId, sub, ids, messageSeq }: { chatId: string; sub: string; ids: readonly string[]; messageSeq: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await trx
    .updateTable('chat_photo')
    .set((eb) => ({ message_seq: eb.fn.coalesce('message_seq', eb.val(messageSeq)) }))
    .where('chat_id', '=', chatId)
    .where('sub', '=', sub)
    .where('state', '=', 'stored')
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Discards photos without a message: stored ones that were uploaded before `storedBeforeMs`, and unfinished uploads that began before
 * `comingBeforeMs`. No message can claim them afterwards.
 */
export async function discardPhotos(
  trx: Transaction<Schema>,
  { storedBeforeMs, comingBeforeMs }: { readonly storedBeforeMs: number; readonly comingBeforeMs: number },
): Promise<void> {
  await trx
    .updateTable('chat_photo')
    .set({ state: 'going' })
    .where('message_seq', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'stored'), eb('created_at', '<', storedBeforeMs)]),
        eb.and([eb('state', '=', 'coming'), eb('created_at', '<', comingBeforeMs)]),
      ]),
    )
    .execute();
}

/** Lists discarded photos, whose bytes may still be stored. */
export function listDiscardedPhotos(db: Queryable, limit: number): Promise<PhotoKey[]> {
  return db
    .selectFrom('chat_photo')
    .select(['chat_id', 'id'])
    .where('message_seq', 'is', null)
    .where('state', '=', 'going')
    .limit(limit)
    .execute();
}

export async function deletePhotos(trx: Transaction<Schema>, photos: readonly PhotoKey[]): Promise<void> {
  for (const { chat_id, id } of photos) {
    await trx.deleteFrom('chat_photo').where('chat_id', '=', chat_id).where('id', '=', id).execute();
  }
}
