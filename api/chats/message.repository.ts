import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Message } from '#contract/chats/chat.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { ChatMessageTable } from '../storage/schema/chats.ts';

export type MessageRow = Selectable<ChatMessageTable>;

/** Selects messages of a chat before or after a `seq`, or the newest ones; at most `limit`, nearest to the `seq`. */
export interface MessageRange {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

const MESSAGE_COLUMNS = ['chat_id', 'seq', 'id', 'sender_sub', 'content', 'images', 'created_at', 'clock'] as const;

export async function insertMessage(
  trx: Transaction<Schema>,
  message: Insertable<ChatMessageTable>,
): Promise<MessageRow> {
  return trx.insertInto('chat_message').values(message).returning(MESSAGE_COLUMNS).executeTakeFirstOrThrow();
}

/** Finds a message by the id that its sender chose. */
export function findSentMessage(
  db: Queryable,
  chatId: string,
  sender: string,
  id: string,
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('chat_message')
    .select(MESSAGE_COLUMNS)
    .where('chat_id', '=', chatId)
    .where('sender_sub', '=', sender)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether exactly this message is stored: its chat may have been deleted and begun anew, with another message under the same number. */
export const hasMessage = async (db: Queryable, { chat_id, seq, id }: Message): Promise<boolean> =>
  (await db
    .selectFrom('chat_message')
    .select('seq')
    .where('chat_id', '=', chat_id)
    .where('seq', '=', seq)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

/** A message as its sender names it. */
export type MessageName = Pick<MutationArgs<'sendMessage'>, 'chat_id' | 'message_id'>;

/** Returns how many of the given messages of a sender are not stored yet. */
export async function countUnstoredMessages(
  db: Queryable,
  sender: string,
  messages: readonly MessageName[],
): Promise<number> {
  const rows = await db
    .selectFrom('chat_message')
    .select(['chat_id', 'id'])
    .where('sender_sub', '=', sender)
    .where('chat_id', 'in', [...new Set(messages.map(({ chat_id }) => chat_id))])
    .where('id', 'in', [...new Set(messages.map(({ message_id }) => message_id))])
    .execute();
  const stored = new Set(rows.map(({ chat_id, id }) => `${chat_id} ${id}`));
  return messages.filter(({ chat_id, message_id }) => !stored.has(`${chat_id} ${message_id}`)).length;
}

/** Lists messages of a range, oldest first. */
export async function listMessages(db: Queryable, chatId: string, range: MessageRange): Promise<MessageRow[]> {
  let query = db.selectFrom('chat_message').select(MESSAGE_COLUMNS).where('chat_id', '=', chatId).limit(range.limit);
  if (range.after !== undefined) return query.where('seq', '>', range.after).orderBy('seq').execute();
  if (range.before !== undefined) query = query.where('seq', '<', range.before);
  return (await query.orderBy('seq', 'desc').execute()).toReversed();
}

/** Lists messages of a member's chats after one number of the chats' clock and up to another, in the order in which they were sent. */
export function listMemberMessagesSince(
  db: Queryable,
  sub: string,
  range: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<MessageRow[]> {
  return selectMemberMessages.all(db, { sub, ...range });
}

const selectMemberMessages = prepareQuery(
  (db, value: { readonly sub: string; readonly after: number; readonly upTo: number; readonly limit: number }) =>
    db
      .selectFrom('chat_message as message')
      .innerJoin('chat_member as member', 'member.chat_id', 'message.chat_id')
      .select(MESSAGE_COLUMNS.map((column) => `message.${column}` as const))
      .where('member.sub', '=', value.sub)
      .where('member.role', '<>', 'former')
      // A message also changes its chat for each member, so only changed chats are read.
      .where('member.seq', '>', value.after)
      .where('message.clock', '>', value.after)
      .where('message.clock', '<=', value.upTo)
      .orderBy('message.clock')
      .limit(value.limit),
);

/** Lists the newest messages of a chat up to a number of the chats' clock, oldest first. */
export async function listNewestMessages(
  db: Queryable,
  chatId: string,
  { upTo, limit }: { readonly upTo: number; readonly limit: number },
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('chat_message')
    .select(MESSAGE_COLUMNS)
    .where('chat_id', '=', chatId)
    .where('clock', '<=', upTo)
    .orderBy('clock', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}
