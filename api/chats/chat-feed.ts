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

/** Chats that a device gets when it knows none, the ones with the newest messages. */
const MAX_FIRST_CHATS = 1_000;
/** Messages that come with chats which are new to a device, those of the newest chats first. */
const MAX_FIRST_MESSAGES = 500;

type ChatChanges = AccountChanges['chats'];

/**
 * What changed of a user's chats after a number, a page at a time; `clock`: where all chats stand. What a device has of a chat is always the
 * chat's end without a gap: it gets every message after its number, and of chats that are new to it some from before.
 */
export async function listChatChanges(db: Queryable, sub: string, after: number, clock: number): Promise<ChatChanges> {
  if (after === 0) return listFirstChats(db, sub, clock);
  const numbers = await listChangeNumbers(db, sub, after, MAX_CHATS_PER_PAGE + 1);
  const messages = await listMemberMessagesSince(db, sub, after, MAX_MESSAGES_PER_PAGE + 1);
  const seq = Math.min(
    lastOfPage(numbers, MAX_CHATS_PER_PAGE) ?? clock,
    lastOfPage(
      messages.map((message) => message.clock),
      MAX_MESSAGES_PER_PAGE,
    ) ?? clock,
  );
  const joined = await listJoinedChats(db, sub, { after, upTo: seq, limit: MAX_CHATS_PER_PAGE + 1 });
  // Somebody who was made a member of many chats at once starts anew.
  if (joined.length > MAX_CHATS_PER_PAGE) return listFirstChats(db, sub, clock);

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
async function listFirstChats(db: Queryable, sub: string, clock: number): Promise<ChatChanges> {
  const rows = await listMemberChats(db, sub, MAX_FIRST_CHATS);
  const messages = await listFirstMessages(db, rows, clock);
  return {
    seq: clock,
    changed: rows.map(presentChat),
    messages: messages.map(presentMessage),
    removed: [],
    isReset: true,
    more: false,
  };
}

/** The newest messages of each chat up to a number, until there are enough of all. */
async function listFirstMessages(db: Queryable, chats: readonly MemberChatRow[], upTo: number): Promise<MessageRow[]> {
  const messages: MessageRow[] = [];
  for (const { id, last_seq } of chats) {
    if (messages.length + FIRST_MESSAGES > MAX_FIRST_MESSAGES) break;
    if (last_seq > 0) messages.push(...(await listNewestMessages(db, id, { upTo, limit: FIRST_MESSAGES })));
  }
  return messages;
}

/** The last number that a page includes; undefined when it includes all. */
const lastOfPage = (numbers: readonly number[], size: number): number | undefined =>
  numbers.length > size ? numbers[size - 1] : undefined;
