import { sql } from 'kysely';
import type { Insertable, Selectable, SqlBool, Transaction, Updateable } from 'kysely';
import { CART_SHOP } from '../cart/cart-shop.ts';
import type { Queryable } from '../storage/database.ts';
import { prepareQuery } from '../storage/prepared-query.ts';
import type { Schema } from '../storage/schema.ts';
import type { ChatMemberTable, ChatTable } from '../storage/schema/chats.ts';

export type ChatRow = Selectable<ChatTable>;
export type ChatPatch = Updateable<Omit<ChatTable, 'id'>>;

/** A current participant of a chat. */
export interface ChatMember {
  readonly sub: string;
  readonly role: 'buyer' | 'staff';
  readonly read_seq: number;
}

/** A chat with the read state of one member. */
export type MemberChatRow = ChatRow &
  Pick<Selectable<ChatMemberTable>, 'role' | 'read_seq' | 'seq'> & { readonly unread: number };

const CHAT_COLUMNS = [
  'chat.id',
  'chat.buyer_sub',
  'chat.product_id',
  'chat.life',
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

/** Takes the next `by` numbers of changes to chats; returns the last. The row stays locked until the commit, so numbers become visible in order. */
export async function tickChatClock(trx: Transaction<Schema>, by = 1): Promise<number> {
  return (await addToClock.one(trx, { by })).seq;
}

const addToClock = prepareQuery((db, value: { readonly by: number }) =>
  db
    .updateTable('chat_clock')
    .set((eb) => ({ seq: eb('seq', '+', value.by) }))
    .where('id', '=', 1)
    .returning('seq'),
);

/** Reads the number of the last change to any chat. */
export async function readChatClock(db: Queryable): Promise<number> {
  return (await selectClock.one(db, {})).seq;
}

const selectClock = prepareQuery<object, { seq: number }>((db) =>
  db.selectFrom('chat_clock').select('seq').where('id', '=', 1),
);

/** Finds the product data of a chat; undefined when there is no such product. */
export function findChatProduct(db: Queryable, productId: number) {
  return db
    .selectFrom('product')
    .select(['life', 'title', 'imagecount', 'image_version', 'placeholder'])
    .where('shop', '=', CART_SHOP)
    .where('id', '=', productId)
    .executeTakeFirst();
}

export function findChat(db: Queryable, chatId: string): Promise<ChatRow | undefined> {
  return db.selectFrom('chat').select(CHAT_COLUMNS).where('id', '=', chatId).executeTakeFirst();
}

/** Lists the start times of a buyer's chats since a time, in ms, earliest first. */
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

/** Lists the buyer, then the staff. */
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

/** Sets the number of a chat's last change for its members. */
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

/** `seq` of the other side's newest message. */
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

/** Newest message first; chats without a message are ordered by their start. */
const byNewestMessage = () => sql`coalesce(chat.last_message_at, chat.created_at) desc, chat.id`;

/** Lists a member's chats, newest message first. `unreadFirst`: unread chats precede read ones. */
export function listMemberChats(
  db: Queryable,
  sub: string,
  limit: number,
  { unreadFirst = false }: { readonly unreadFirst?: boolean } = {},
): Promise<MemberChatRow[]> {
  return (unreadFirst ? selectUnreadFirst : selectNewestFirst).all(db, { sub, limit });
}

const prepareMemberChats = (unreadFirst: boolean) =>
  prepareQuery((db, value: { readonly sub: string; readonly limit: number }) =>
    selectMemberChats(db, value.sub)
      .where('member.role', '<>', 'former')
      .$if(unreadFirst, (query) => query.orderBy(sql`case when ${LAST_OF_OTHERS} > member.read_seq then 0 else 1 end`))
      .orderBy(byNewestMessage())
      .limit(value.limit),
  );
const selectUnreadFirst = prepareMemberChats(true);
const selectNewestFirst = prepareMemberChats(false);

/** A chat's place among a user's chats, of which the one with the newest message is first. */
export interface ChatPlace {
  /** Time of its newest message, or of its start, in ms. */
  readonly before: number;
  readonly chat: string;
}

/** Lists a member's chats after `place`, newest message first; from the first chat on when `place` is undefined. */
export function listMemberChatsAfter(
  db: Queryable,
  sub: string,
  place: ChatPlace | undefined,
  limit: number,
): Promise<MemberChatRow[]> {
  const time = sql<number>`coalesce(chat.last_message_at, chat.created_at)`;
  return selectMemberChats(db, sub)
    .where('member.role', '<>', 'former')
    .$if(place !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb(time, '<', place?.before ?? 0),
          eb.and([eb(time, '=', place?.before ?? 0), eb('chat.id', '>', place?.chat ?? '')]),
        ]),
      ),
    )
    .orderBy(byNewestMessage())
    .limit(limit)
    .execute();
}

/** Lists a user's chats that changed after a number, in order of change, including those that the user has left. */
export function listMemberChatsSince(
  db: Queryable,
  sub: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<MemberChatRow[]> {
  return selectChangedChats.all(db, { sub, after, upTo });
}

const selectChangedChats = prepareQuery(
  (db, value: { readonly sub: string; readonly after: number; readonly upTo: number }) =>
    selectMemberChats(db, value.sub)
      .where('member.seq', '>', value.after)
      .where('member.seq', '<=', value.upTo)
      .orderBy('member.seq'),
);

/** Finds a member's chats by id. */
export async function findMemberChats(
  db: Queryable,
  sub: string,
  chatIds: readonly string[],
): Promise<MemberChatRow[]> {
  if (chatIds.length === 0) return [];
  return selectMemberChats(db, sub).where('member.role', '<>', 'former').where('chat.id', 'in', chatIds).execute();
}

/** Lists the numbers of the next changes to a user's chats, deletions included, in order. */
export async function listChangeNumbers(db: Queryable, sub: string, after: number, limit: number): Promise<number[]> {
  return (await selectChangeNumbers.all(db, { sub, after, limit })).map(({ seq }) => seq);
}

const selectChangeNumbers = prepareQuery(
  (db, value: { readonly sub: string; readonly after: number; readonly limit: number }) => {
    const numbersIn = (table: 'chat_member' | 'chat_tombstone') =>
      db.selectFrom(table).select('seq').where('sub', '=', value.sub).where('seq', '>', value.after);
    return numbersIn('chat_member').unionAll(numbersIn('chat_tombstone')).orderBy('seq').limit(value.limit);
  },
);

/** Lists ids of chats that a member joined after one number and up to another, earliest first. */
export async function listJoinedChats(
  db: Queryable,
  sub: string,
  range: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<string[]> {
  return (await selectJoined.all(db, { sub, ...range })).map(({ chat_id }) => chat_id);
}

const selectJoined = prepareQuery(
  (db, value: { readonly sub: string; readonly after: number; readonly upTo: number; readonly limit: number }) =>
    db
      .selectFrom('chat_member')
      .select('chat_id')
      .where('sub', '=', value.sub)
      .where('role', '<>', 'former')
      .where('joined_seq', '>', value.after)
      .where('joined_seq', '<=', value.upTo)
      .orderBy('joined_seq')
      .limit(value.limit),
);

/** Counts a member's unread chats. */
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
