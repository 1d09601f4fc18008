import type { Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { toBlobPath } from './photos.ts';

/** Lists the ids of a buyer's chats. */
export async function listBuyerChatIds(db: Queryable, sub: string): Promise<string[]> {
  const rows = await db.selectFrom('chat').select('id').where('buyer_sub', '=', sub).execute();
  return rows.map(({ id }) => id);
}

/** Deletes the rows of a chat, and lists the files of its photos for deletion. */
export async function deleteChat(trx: Transaction<Schema>, chat_id: string): Promise<void> {
  const photos = await trx.selectFrom('chat_photo').select(['chat_id', 'id']).where('chat_id', '=', chat_id).execute();
  if (photos.length > 0) {
    await trx
      .insertInto('erased_blob')
      .values(photos.map((photo) => ({ path: toBlobPath(photo) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const table of ['chat_photo', 'chat_message', 'chat_member'] as const) {
    await trx.deleteFrom(table).where('chat_id', '=', chat_id).execute();
  }
  await trx.deleteFrom('chat').where('id', '=', chat_id).execute();
}

/** Ends a user's memberships, and assigns their messages in other buyers' chats to another id. */
export async function leaveChats(trx: Transaction<Schema>, sub: string, formerSub: string): Promise<void> {
  for (const table of ['chat_member', 'chat_tombstone'] as const) {
    await trx.deleteFrom(table).where('sub', '=', sub).execute();
  }
  await trx.updateTable('chat_message').set({ sender_sub: formerSub }).where('sender_sub', '=', sub).execute();
  await trx.updateTable('chat').set({ last_sender_sub: formerSub }).where('last_sender_sub', '=', sub).execute();
  await trx.updateTable('chat_photo').set({ sub: formerSub }).where('sub', '=', sub).execute();
}

/** Lists paths of files that deletions have left. */
export async function listErasedBlobs(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('erased_blob').select('path').limit(limit).execute();
  return rows.map(({ path }) => path);
}

/** Removes files from the list, once they are deleted. */
export async function forgetErasedBlobs(trx: Transaction<Schema>, paths: readonly string[]): Promise<void> {
  await trx.deleteFrom('erased_blob').where('path', 'in', paths).execute();
}
