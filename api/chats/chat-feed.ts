import type { AccountChanges, OlderChats } from '#contract/http/account.ts';
import { FIRST_CHATS, FIRST_MESSAGES, MAX_CHATS_PER_PAGE, MAX_MESSAGES_PER_PAGE } from '#contract/limits.ts';
import type { Chat, Message } from '#contract/chats/chat.ts';
import type { Queryable } from '../storage/database.ts';
import {
  findMemberChats,
  listChangeNumbers,
  listJoinedChats,
  listMemberChats,
  listMemberChatsAfter,
  listMemberChatsSince,
} from './chat.repository.ts';
import type { ChatPlace, MemberChatRow } from './chat.repository.ts';
import { listDeletedChats, readChatFloor } from './chat-tombstone.repository.ts';
import { listMemberMessagesSince, listNewestMessages } from './message.repository.ts';
import type { MessageRow } from './message.repository.ts';

/** Limits of one reply. */
export interface FeedSizes {
  /** Per page. */
  readonly chats: number;
  readonly messages: number;
  /** Chats for a device that has none: unread ones first, then those with the newest messages. */
  readonly firstChats: number;
  /** Earlier messages of chats that are new to the device, per chat and per reply. */
  readonly firstMessages: number;
  readonly allFirstMessages: number;
}

export const FEED_SIZES: FeedSizes = {
  chats: MAX_CHATS_PER_PAGE,
  messages: MAX_MESSAGES_PER_PAGE,
  firstChats: FIRST_CHATS,
  firstMessages: FIRST_MESSAGES,
  allFirstMessages: 500,
};

type ChatChanges = AccountChanges['chats'];

/**
 * Lists one page of changes to a user's chats after a number; `clock`: the number of the last change to any chat. A device always holds the
 * newest messages of a chat without a gap: it gets every message after its number, and some earlier ones of chats that are new to it.
 */
export async function listChatChanges(
  db: Queryable,
  sub: string,
  after: number,
  clock: number,
  sizes: FeedSizes = FEED_SIZES,
): Promise<ChatChanges> {
  // Tombstones up to the floor are purged: a device behind it would miss deletions, so it starts anew.
  if (after === 0 || after < (await readChatFloor(db))) return listFirstChats(db, sub, clock, sizes);
  const numbers = await listChangeNumbers(db, sub, after, sizes.chats + 1);
  const upTo = lastOfPage(numbers, sizes.chats) ?? clock;
  const messages = await listMemberMessagesSince(db, sub, { after, upTo, limit: sizes.messages + 1 });
  const clocks = messages.map((message) => message.clock);
  const seq = lastOfPage(clocks, sizes.messages) ?? upTo;
  const joined = await listJoinedChats(db, sub, { after, upTo: seq, limit: sizes.chats });
  const page = messages.filter((message) => message.clock <= seq);
  const changed = await listMemberChatsSince(db, sub, { after, upTo: seq });
  const named = new Set(changed.map(({ id }) => id));
  // A message's chat is always included, even if the chat's newest change is on a later page.
  const others = [...new Set([...joined, ...page.map(({ chat_id }) => chat_id)])].filter((id) => !named.has(id));
  const rows = [...changed.filter(({ role }) => role !== 'former'), ...(await findMemberChats(db, sub, others))];
  const isJoined = new Set(joined);
  const earlier = await listFirstMessages(
    db,
    rows.filter(({ id }) => isJoined.has(id)),
    after,
    sizes,
  );
  return {
    seq,
    changed: rows.map(presentChat),
    messages: [...earlier, ...page].map(presentMessage),
    removed: [
      ...changed.filter(({ role }) => role === 'former').map(({ id }) => id),
      ...(await listDeletedChats(db, sub, { after, upTo: seq })),
    ],
    isReset: false,
    more: seq < clock,
  };
}

/** Lists the first chats in one reply. With pages, a device would get the whole history of every chat that changes between two pages. */
async function listFirstChats(db: Queryable, sub: string, clock: number, sizes: FeedSizes): Promise<ChatChanges> {
  const rows = await listMemberChats(db, sub, sizes.firstChats, { unreadFirst: true });
  const messages = await listFirstMessages(db, rows, clock, sizes);
  return {
    seq: clock,
    changed: rows.map(presentChat),
    messages: messages.map(presentMessage),
    removed: [],
    isReset: true,
    more: false,
  };
}

/**
 * Lists a page of a user's chats after `place`; without it, from the first chat on. A device uses it for the chats that it did not get at
 * first. `clock`: the number of the last change to any chat, which the rows include.
 */
export async function listOlderChats(
  db: Queryable,
  sub: string,
  place: ChatPlace | undefined,
  { clock, limit = MAX_CHATS_PER_PAGE }: { readonly clock: number; readonly limit?: number },
): Promise<Omit<OlderChats, 'epoch' | 'user'>> {
  const rows = await listMemberChatsAfter(db, sub, place, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    seq: clock,
    chats: page.map(presentChat),
    next: last ? { before: last.last_message_at ?? last.created_at, chat: last.id } : null,
  };
}

/** Finds one of a user's chats, as a list of at most one. */
export async function findOneChat(
  db: Queryable,
  sub: string,
  chatId: string,
  clock: number,
): Promise<Omit<OlderChats, 'epoch' | 'user'>> {
  return { seq: clock, chats: (await findMemberChats(db, sub, [chatId])).map(presentChat), next: null };
}

/** Lists the newest messages of each chat up to a number, within the reply's limit; the chat's history returns more. */
async function listFirstMessages(
  db: Queryable,
  chats: readonly MemberChatRow[],
  upTo: number,
  { firstMessages, allFirstMessages }: FeedSizes,
): Promise<MessageRow[]> {
  const messages: MessageRow[] = [];
  for (const { id, last_seq } of chats) {
    if (messages.length + firstMessages > allFirstMessages) break;
    if (last_seq > 0) messages.push(...(await listNewestMessages(db, id, { upTo, limit: firstMessages })));
  }
  return messages;
}

/** Returns the last number on a page; undefined when the page includes all. */
const lastOfPage = (numbers: readonly number[], size: number): number | undefined =>
  numbers.length > size ? numbers[size - 1] : undefined;

/** Presents a chat to its member. */
export const presentChat = (row: MemberChatRow): Chat => ({
  id: row.id,
  product_id: row.product_id,
  ...(row.life > 0 && { life: row.life }),
  title: row.title,
  preview: row.preview,
  placeholder: row.placeholder,
  buyer_name: row.buyer_name,
  buyer_google_id: row.buyer_sub,
  seller_google_id: row.seller_sub,
  last_message: row.last_content,
  last_message_photos: row.last_photos,
  last_message_time: row.last_message_at === null ? null : new Date(row.last_message_at).toISOString(),
  last_sender_google_id: row.last_sender_sub,
  created_at: new Date(row.created_at).toISOString(),
  has_unread_messages: Number(row.unread) > 0,
  unread_count: Number(row.unread),
  last_seq: row.last_seq,
  read_seq: row.read_seq,
  peer_read_seq: row.role === 'buyer' ? row.staff_read_seq : row.buyer_read_seq,
});

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  chat_id: row.chat_id,
  seq: row.seq,
  sender_google_id: row.sender_sub,
  content: row.content,
  images: JSON.parse(row.images) as string[],
  timestamp: new Date(row.created_at).toISOString(),
});
