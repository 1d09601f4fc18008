import type { Chat, Message } from '#contract/chats/chat.ts';
import { FIRST_CHATS } from '#contract/limits.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';
import type { MessageView, ChatView } from '../../api/account-api.ts';
import { readMeta } from '../../database/meta-table.ts';
import type { ChatPlace, UserDatabase } from '../store/user-database.ts';
import { listOpen } from '../../outbox/operations-table.ts';
import { changedChat } from '../../api/outbox-record.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';

/** Bounds of a chat's range of messages. */
export const ALL_SEQS = { first: 0, last: Number.MAX_SAFE_INTEGER } as const;

/** The rows of some chats, read in one transaction. */
export interface ChatRows {
  readonly chats: readonly Chat[];
  readonly operations: readonly OutboxRecord[];
  /** Ids of messages in the outbox that have also arrived as rows. */
  readonly arrived: ReadonlySet<string>;
  /** Unread messages after each pending read mark, by chat. */
  readonly unreadAfterMark: ReadonlyMap<string, number>;
  /** Texts of drafts, by chat. */
  readonly drafts: ReadonlyMap<string, string>;
}

/** Reads a user's chats, or one of them; within one transaction. */
export async function readChats(database: UserDatabase, user: string, chatId?: string): Promise<ChatRows> {
  const [chats, everything, drafts] = await Promise.all([
    chatId === undefined ? database.chats.toArray() : database.chats.where('id').equals(chatId).toArray(),
    listOpen(database),
    chatId === undefined ? database.drafts.toArray() : database.drafts.where('chat_id').equals(chatId).toArray(),
  ]);
  const operations = everything.filter(({ mutation }) => isOf(changedChat(mutation, user), chatId));
  const [arrived, unreadAfterMark] = await Promise.all([
    listArrived(database, user, operations),
    countUnread(database, user, chats, operations),
  ]);
  return {
    chats,
    operations,
    arrived,
    unreadAfterMark,
    drafts: new Map(drafts.map(({ chat_id, content }) => [chat_id, content])),
  };
}

/** Finds where the chats begin that are older than those on the device; null when the device has all of them. */
export async function findOlderChats(database: UserDatabase): Promise<ChatPlace | 'start' | null> {
  const place = await readMeta(database, 'olderChats');
  if (place !== undefined) return place;
  // A database of an earlier version of the app has no `olderChats`.
  return (await database.chats.count()) >= FIRST_CHATS ? 'start' : null;
}

const isOf = (changed: string | undefined, chatId: string | undefined): boolean =>
  changed !== undefined && (chatId === undefined || changed === chatId);

/** Reads the newest messages of a chat, in ascending order. Their `seq` has no gaps, so the range is known and read at once. */
export async function readMessages(database: UserDatabase, chatId: string, count: number): Promise<Message[]> {
  const rangeFrom = (first: number) =>
    database.messages.where('[chat_id+seq]').between([chatId, first], [chatId, ALL_SEQS.last]);
  const newest = await rangeFrom(ALL_SEQS.first).last();
  return newest ? rangeFrom(newest.seq - count + 1).toArray() : [];
}

/** Ids of own messages that are in the outbox although they have arrived: the answer was lost, or other rows are still to come. */
async function listArrived(
  database: UserDatabase,
  user: string,
  operations: readonly OutboxRecord[],
): Promise<Set<string>> {
  const keys = operations.flatMap(({ mutation }) =>
    mutation.name === 'sendMessage' ? [[mutation.args.chat_id, mutation.args.message_id]] : [],
  );
  const rows = await database.messages.where('[chat_id+id]').anyOf(keys).toArray();
  return new Set(rows.flatMap(({ id, sender_google_id }) => (sender_google_id === user ? [id] : [])));
}

/** Counts the other side's messages after a read mark that the server does not know yet. */
async function countUnread(
  database: UserDatabase,
  user: string,
  chats: readonly Chat[],
  operations: readonly OutboxRecord[],
): Promise<Map<string, number>> {
  const marks = listReadMarks(operations);
  const counts = new Map<string, number>();
  for (const { id, read_seq, last_seq, buyer_google_id } of chats) {
    const mark = marks.get(id) ?? 0;
    if (mark <= read_seq || mark >= last_seq) continue;
    const isBuyer = buyer_google_id === user;
    const behind = database.messages.where('[chat_id+seq]').between([id, mark], [id, ALL_SEQS.last], false);
    const isOther = ({ sender_google_id }: Message): boolean => (sender_google_id === buyer_google_id) !== isBuyer;
    counts.set(id, await behind.filter(isOther).count());
  }
  return counts;
}

/** Messages as shown to `user`: those that have arrived, then pending ones. `rows` and `operations` must be in order. */
export function overlayMessages(
  user: string,
  rows: readonly Message[],
  operations: readonly OutboxRecord[],
  { chats, arrived }: { readonly chats: ReadonlyMap<string, Chat>; readonly arrived: ReadonlySet<string> },
): MessageView[] {
  return [
    ...rows.map((row) => toView(user, row, chats.get(row.chat_id)?.peer_read_seq ?? 0)),
    ...operations.flatMap((operation) => toWaitingView(user, operation, arrived) ?? []),
  ];
}

function toView(user: string, message: Message, peerReadSeq: number): MessageView {
  const isRead = message.sender_google_id === user && message.seq <= peerReadSeq;
  return { ...message, state: isRead ? 'read' : 'sent', operationId: null, rejection: null };
}

function toWaitingView(
  user: string,
  { id: operationId, mutation, state, createdAtMs, rejection }: OutboxRecord,
  arrived: ReadonlySet<string>,
): MessageView | undefined {
  if (mutation.name !== 'sendMessage' || arrived.has(mutation.args.message_id)) return undefined;
  const { message_id, chat_id, content, images } = mutation.args;
  return {
    id: message_id,
    chat_id,
    seq: null,
    sender_google_id: user,
    content,
    images,
    timestamp: new Date(createdAtMs).toISOString(),
    state: state === 'rejected' ? 'rejected' : 'waiting',
    operationId,
    rejection,
  };
}

/** The chats of `user` with pending operations applied. Chats with a pending start or message come first, whatever the device's clock. */
export function overlayChats(user: string, rows: ChatRows): ChatView[] {
  const chats = new Map(rows.chats.map((chat) => [chat.id, chat]));
  const starting = new Map<string, number>();
  const written = new Map<string, number>();
  for (const operation of rows.operations) {
    const { mutation, number } = operation;
    if (mutation.name === 'startChat') {
      const chat = toNewChat(user, mutation.args, operation);
      if (chats.has(chat.id)) continue;
      chats.set(chat.id, chat);
      starting.set(chat.id, number);
    }
    if (mutation.name !== 'sendMessage' || operation.state === 'rejected' || rows.arrived.has(mutation.args.message_id))
      continue;
    const chat = chats.get(mutation.args.chat_id);
    if (!chat) continue;
    written.set(chat.id, number);
    chats.set(chat.id, {
      ...chat,
      last_message: mutation.args.content,
      last_message_photos: mutation.args.images.length,
      last_message_time: new Date(operation.createdAtMs).toISOString(),
      last_sender_google_id: user,
    });
  }
  const marks = listReadMarks(rows.operations);
  const newest = (id: string): number => written.get(id) ?? starting.get(id) ?? 0;
  return [...chats.values()]
    .map((chat) => ({
      ...withMark(chat, marks.get(chat.id) ?? 0, rows.unreadAfterMark),
      isWaiting: starting.has(chat.id),
      draft: rows.drafts.get(chat.id) ?? '',
    }))
    .sort((a, b) => newest(b.id) - newest(a.id) || timeOf(b).localeCompare(timeOf(a)) || a.id.localeCompare(b.id));
}

/** The furthest pending read mark of each chat. */
export function listReadMarks(operations: readonly OutboxRecord[]): Map<string, number> {
  const marks = new Map<string, number>();
  for (const { mutation, state } of operations) {
    if (mutation.name !== 'markChatRead' || state === 'rejected') continue;
    const { chat_id, seq } = mutation.args;
    marks.set(chat_id, Math.max(seq, marks.get(chat_id) ?? 0));
  }
  return marks;
}

const timeOf = ({ last_message_time, created_at }: Chat): string => last_message_time ?? created_at;

function withMark(chat: Chat, mark: number, unreadAfterMark: ReadonlyMap<string, number>): Chat {
  if (mark <= chat.read_seq) return chat;
  const unread_count = Math.min(chat.unread_count, unreadAfterMark.get(chat.id) ?? 0);
  return {
    ...chat,
    read_seq: Math.min(mark, chat.last_seq),
    unread_count,
    has_unread_messages: unread_count > 0,
  };
}

/** A chat that the server does not know yet, from what the page knew of the product. */
function toNewChat(
  user: string,
  { product_id, life = 0 }: MutationArgs<'startChat'>,
  { about, createdAtMs }: OutboxRecord,
): Chat {
  return {
    id: chatIdOf(user, product_id, life),
    product_id,
    life,
    title: about?.title ?? '',
    preview: about?.preview ?? '',
    placeholder: about?.placeholder ?? '',
    buyer_name: about?.buyer_name ?? '',
    buyer_google_id: user,
    seller_google_id: '',
    last_message: '',
    last_message_photos: 0,
    last_message_time: null,
    last_sender_google_id: '',
    created_at: new Date(createdAtMs).toISOString(),
    has_unread_messages: false,
    unread_count: 0,
    last_seq: 0,
    read_seq: 0,
    peer_read_seq: 0,
  };
}
