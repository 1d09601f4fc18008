import type { Transaction } from 'kysely';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';

/** Lists all canned replies in their order. */
export const listReplies = (db: Queryable): Promise<ChatReply[]> =>
  db.selectFrom('chat_reply').select(['id', 'name', 'text', 'version']).orderBy('place').orderBy('id').execute();

/** Stores a reply; a new one at the end. */
export async function putReply(trx: Transaction<Schema>, reply: ChatReply): Promise<void> {
  const { last } = await trx
    .selectFrom('chat_reply')
    .select(({ fn }) => fn.max<number | null>('place').as('last'))
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('chat_reply')
    .values({ ...reply, place: (last ?? 0) + 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ name: reply.name, text: reply.text, version: reply.version }),
    )
    .execute();
}

export async function removeReply(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx.deleteFrom('chat_reply').where('id', '=', id).execute();
}

export async function placeReply(trx: Transaction<Schema>, id: string, place: number): Promise<void> {
  await trx.updateTable('chat_reply').set({ place }).where('id', '=', id).execute();
}
