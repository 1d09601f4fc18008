import { sql } from 'kysely';
import type { Insertable, Selectable, SqlBool, Transaction, Updateable } from 'kysely';
import { CART_SHOP } from '../cart/cart-shop.ts';
import type { Queryable } from '../storage/database.ts';
import type { ChatMemberTable, ChatTable, Schema } from '../storage/schema.ts';

export type ChatRow = Selectable<ChatTable>;
export type ChatPatch = Updateable<Omit<ChatTable, 'id'>>;

/** Somebody who takes part in a chat now. */
export interface ChatMember {
  readonly sub: string;
  readonly role: 'buyer' | 'staff';
  readonly read_seq: number;
}

/** A chat with how far one of its members is. */
export type MemberChatRow = ChatRow &
  Pick<Selectable<ChatMemberTable>, 'role' | 'read_seq' | 'seq'> & { readonly unread: number };

const CHAT_COLUMNS = [
  'chat.id',
  'chat.buyer_sub',
  'chat.product_id',
  'chat.title',
  'chat.preview',
  'chat.placeholder',
  'chat.buyer_name',
  'chat.seller_sub',
  'chat.created_at',
  'chat.last_seq',
  'chat.last_buyer_seq',
  'chat.last_staff_seq',
  'chat.last_content',
  'chat.last_photos',
  'chat.last_sender_sub',
  'chat.last_message_at',
  'chat.buyer_read_seq',
  'chat.staff_read_seq',
] as const satisfies readonly `chat.${keyof ChatTable}`[];

/** Gives a change of any chat its number. The row stays locked until the commit, so that numbers become visible in their order. */
export async function tickChatClock(trx: Transaction<Schema>, by = 1): Promise<number> {
  const { seq } = await trx
    .updateTable('chat_clock')
    .set((eb) => ({ seq: eb('seq', '+', by) }))
    .where('id', '=', 1)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

/** The number of the last change of any chat. */
export async function readChatClock(db: Queryable): Promise<number> {
  return (await db.selectFrom('chat_clock').select('seq').where('id', '=', 1).executeTakeFirstOrThrow()).seq;
}

/** What a chat says of its product; undefined when there is no such product. */
export function findChatProduct(db: Queryable, productId: number) {
  return db
    .selectFrom('product')
    .select(['title', 'imagecount', 'image_version', 'placeholder'])
    .where('shop', '=', CART_SHOP)
    .where('id', '=', productId)
    .executeTakeFirst();
}

export function findChat(db: Queryable, chatId: string): Promise<ChatRow | undefined> {
  return db.selectFrom('chat').select(CHAT_COLUMNS).where('id', '=', chatId).executeTakeFirst();
}

/** When a buyer's chats since a time were started, in ms, the first of them first. */
export async function listStartTimes(db: Queryable, buyer: string, sinceMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat')
    .select('created_at')
    .where('buyer_sub', '=', buyer)
    .where('created_at', '>', sinceMs)
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

export async function insertChat(
  trx: Transaction<Schema>,
  chat: Insertable<ChatTable>,
  members: readonly Insertable<ChatMemberTable>[],
): Promise<void> {
  await trx.insertInto('chat').values(chat).execute();
  await trx.insertInto('chat_member').values(members).execute();
}

export async function updateChat(trx: Transaction<Schema>, chatId: string, patch: ChatPatch): Promise<void> {
  await trx.updateTable('chat').set(patch).where('id', '=', chatId).execute();
}

export function findMember(db: Queryable, chatId: string, sub: string): Promise<ChatMember | undefined> {
  return selectMembers(db, chatId).where('sub', '=', sub).executeTakeFirst();
}

/** The buyer, then the others. */
export function listMembers(db: Queryable, chatId: string): Promise<ChatMember[]> {
  return selectMembers(db, chatId).orderBy('role').orderBy('sub').execute();
}

const selectMembers = (db: Queryable, chatId: string) =>
  db
    .selectFrom('chat_member')
    .select(['sub', 'role', 'read_seq'])
    .where('chat_id', '=', chatId)
    .where('role', '<>', 'former')
    .$narrowType<{ role: ChatMember['role'] }>();

/** Marks a chat as changed for its members. */
export async function touchMembers(trx: Transaction<Schema>, chatId: string, clock: number): Promise<void> {
  await trx
    .updateTable('chat_member')
    .set({ seq: clock })
    .where('chat_id', '=', chatId)
    .where('role', '<>', 'former')
    .execute();
}

export async function updateReadSeq(
  trx: Transaction<Schema>,
  chatId: string,
  sub: string,
  read_seq: number,
): Promise<void> {
  await trx.updateTable('chat_member').set({ read_seq }).where('chat_id', '=', chatId).where('sub', '=', sub).execute();
}

/** The place of the newest message of the other side. */
const LAST_OF_OTHERS = sql<number>`case member.role when 'buyer' then chat.last_staff_seq else chat.last_buyer_seq end`;

const selectMemberChats = (db: Queryable, sub: string) =>
  db
    .selectFrom('chat_member as member')
    .innerJoin('chat', 'chat.id', 'member.chat_id')
    .select(CHAT_COLUMNS)
    .select(['member.role', 'member.read_seq', 'member.seq'])
    .select((eb) =>
      eb
        .case()
        .when(LAST_OF_OTHERS, '>', eb.ref('member.read_seq'))
        .then(
          eb
            .selectFrom('chat_message as message')
            .select((message) => message.fn.countAll<number>().as('count'))
            .whereRef('message.chat_id', '=', 'chat.id')
            .whereRef('message.seq', '>', 'member.read_seq')
            .where(sql<SqlBool>`(message.sender_sub = chat.buyer_sub) = (member.role <> 'buyer')`),
        )
        .else(0)
        .end()
        .$castTo<number>()
        .as('unread'),
    )
    .where('member.sub', '=', sub);

/** Newest message first; chats without one count from their start. */
const byNewestMessage = () => sql`coalesce(chat.last_message_at, chat.created_at) desc, chat.id`;

/** The newest chats of a member, the one with the newest message first. `unreadFirst`: no unread one is left out for one that is read. */
export function listMemberChats(
  db: Queryable,
  sub: string,
  limit: number,
  { unreadFirst = false }: { readonly unreadFirst?: boolean } = {},
): Promise<MemberChatRow[]> {
  return selectMemberChats(db, sub)
    .where('member.role', '<>', 'former')
    .$if(unreadFirst, (query) => query.orderBy(sql`case when ${LAST_OF_OTHERS} > member.read_seq then 0 else 1 end`))
    .orderBy(byNewestMessage())
    .limit(limit)
    .execute();
}

/** Chats of a user that changed after a number, in the order of their changes; those that the user has left are among them. */
export function listMemberChatsSince(
  db: Queryable,
  sub: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<MemberChatRow[]> {
  return selectMemberChats(db, sub)
    .where('member.seq', '>', after)
    .where('member.seq', '<=', upTo)
    .orderBy('member.seq')
    .execute();
}

/** The chats of a member that have one of these ids. */
export async function findMemberChats(
  db: Queryable,
  sub: string,
  chatIds: readonly string[],
): Promise<MemberChatRow[]> {
  if (chatIds.length === 0) return [];
  return selectMemberChats(db, sub).where('member.role', '<>', 'former').where('chat.id', 'in', chatIds).execute();
}

/** Numbers of the next changes of a user's chats after one, in their order. */
export async function listChangeNumbers(db: Queryable, sub: string, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('chat_member')
    .select('seq')
    .where('sub', '=', sub)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq }) => seq);
}

/** Ids of chats that a member came to after a number, up to another, the first of them first. */
export async function listJoinedChats(
  db: Queryable,
  sub: string,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_member')
    .select('chat_id')
    .where('sub', '=', sub)
    .where('role', '<>', 'former')
    .where('joined_seq', '>', after)
    .where('joined_seq', '<=', upTo)
    .orderBy('joined_seq')
    .limit(limit)
    .execute();
  return rows.map(({ chat_id }) => chat_id);
}

/** How many chats of a member have something unread. */
export async function countUnreadChats(db: Queryable, sub: string): Promise<number> {
  const { count } = await db
    .selectFrom('chat_member as member')
    .innerJoin('chat', 'chat.id', 'member.chat_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member.sub', '=', sub)
    .where('member.role', '<>', 'former')
    .where((eb) => eb(LAST_OF_OTHERS, '>', eb.ref('member.read_seq')))
    .executeTakeFirstOrThrow();
  return Number(count);
}
