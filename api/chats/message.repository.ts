import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import type { ChatMessageTable, Schema } from '../storage/schema.ts';

export type MessageRow = Selectable<ChatMessageTable>;

/** Which messages of a chat: those before a place, those after one, or the newest; `limit` of them, next to the place. */
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

/** The message to which its sender gave an id. */
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

/** The oldest of them first. */
export async function listMessages(db: Queryable, chatId: string, range: MessageRange): Promise<MessageRow[]> {
  let query = db.selectFrom('chat_message').select(MESSAGE_COLUMNS).where('chat_id', '=', chatId).limit(range.limit);
  if (range.after !== undefined) return query.where('seq', '>', range.after).orderBy('seq').execute();
  if (range.before !== undefined) query = query.where('seq', '<', range.before);
  return (await query.orderBy('seq', 'desc').execute()).toReversed();
}

/** Messages of a member's chats after a number of the chats' clock, up to another, in the order in which they were sent. */
export function listMemberMessagesSince(
  db: Queryable,
  sub: string,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<MessageRow[]> {
  return (
    db
      .selectFrom('chat_message as message')
      .innerJoin('chat_member as member', 'member.chat_id', 'message.chat_id')
      .select(MESSAGE_COLUMNS.map((column) => `message.${column}` as const))
      .where('member.sub', '=', sub)
      .where('member.role', '<>', 'former')
      // A message is a change of its chat for each member: only chats that changed are looked at, and of those only what is new.
      .where('member.seq', '>', after)
      .where('message.clock', '>', after)
      .where('message.clock', '<=', upTo)
      .orderBy('message.clock')
      .limit(limit)
      .execute()
  );
}

/** The newest messages of a chat that were sent up to a number of the chats' clock, the oldest of them first. */
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
