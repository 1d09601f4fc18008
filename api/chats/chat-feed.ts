import type { AccountChanges } from '#contract/http/account.ts';
import { FIRST_MESSAGES, MAX_CHATS_PER_PAGE, MAX_MESSAGES_PER_PAGE } from '#contract/limits.ts';
import type { Queryable } from '../storage/database.ts';
import { presentChat, presentMessage } from './chat-presenter.ts';
import {
  findMemberChats,
  listChangeNumbers,
  listJoinedChats,
  listMemberChats,
  listMemberChatsSince,
} from './chat.repository.ts';
import type { MemberChatRow } from './chat.repository.ts';
import { listMemberMessagesSince, listNewestMessages } from './message.repository.ts';
import type { MessageRow } from './message.repository.ts';

/** How much one answer carries. */
export interface FeedSizes {
  /** Chats and messages of a page. */
  readonly chats: number;
  readonly messages: number;
  /** Chats that a device gets when it knows none: those with something unread, then the ones with the newest messages. */
  readonly firstChats: number;
  /** Messages from before a chat came to a device, of each such chat and of all of one answer. */
  readonly firstMessages: number;
  readonly allFirstMessages: number;
}

const SIZES: FeedSizes = {
  chats: MAX_CHATS_PER_PAGE,
  messages: MAX_MESSAGES_PER_PAGE,
  firstChats: 1_000,
  firstMessages: FIRST_MESSAGES,
  allFirstMessages: 500,
};

type ChatChanges = AccountChanges['chats'];

/**
 * What changed of a user's chats after a number, a page at a time; `clock`: where all chats stand. What a device has of a chat is always the
 * chat's end without a gap: it gets every message after its number, and of chats that are new to it some from before.
 */
export async function listChatChanges(
  db: Queryable,
  sub: string,
  after: number,
  clock: number,
  sizes: FeedSizes = SIZES,
): Promise<ChatChanges> {
  if (after === 0) return listFirstChats(db, sub, clock, sizes);
  const numbers = await listChangeNumbers(db, sub, after, sizes.chats + 1);
  const upTo = lastOfPage(numbers, sizes.chats) ?? clock;
  const messages = await listMemberMessagesSince(db, sub, { after, upTo, limit: sizes.messages + 1 });
  const places = messages.map((message) => message.clock);
  const seq = lastOfPage(places, sizes.messages) ?? upTo;
  const joined = await listJoinedChats(db, sub, { after, upTo: seq, limit: sizes.chats });
  const page = messages.filter((message) => message.clock <= seq);
  const changed = await listMemberChatsSince(db, sub, { after, upTo: seq });
  const named = new Set(changed.map(({ id }) => id));
  // A chat whose newest change is on a later page is known before its first message all the same.
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
    removed: changed.filter(({ role }) => role === 'former').map(({ id }) => id),
    isReset: false,
    more: seq < clock,
  };
}

/** All at once: in pages, a device would get the whole history of every chat that changes between its first page and its last. */
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

/** The newest messages of each chat up to a number, until there are enough of all: who wants more asks for the chat's history. */
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

/** The last number that a page includes; undefined when it includes all. */
const lastOfPage = (numbers: readonly number[], size: number): number | undefined =>
  numbers.length > size ? numbers[size - 1] : undefined;
