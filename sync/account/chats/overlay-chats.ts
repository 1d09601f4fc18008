import type { Chat } from '#contract/chats/chat.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { MutationArgs } from '#contract/http/mutations.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';
import type { ChatView } from '../../api/account-api.ts';

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

/** The chats of `user` with pending operations on top. Pending messages are the newest, whatever the device's clock says. */
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
