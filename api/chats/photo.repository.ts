import type { Transaction } from 'kysely';
import type { Schema } from '../storage/schema.ts';

/** Gives photos to the message that shows them; gives how many of them a user has uploaded to the chat. */
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
    .where('is_stored', '=', 1)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
