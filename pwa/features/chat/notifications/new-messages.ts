import type { ChatView } from '#sync/api/account-api.ts';

/** The state of each chat at the last check, by id. */
export type KnownChats = ReadonlyMap<string, Pick<ChatView, 'last_seq' | 'unread_count'>>;

export const toKnownChats = (chats: readonly ChatView[]): KnownChats =>
  new Map(chats.map(({ id, last_seq, unread_count }) => [id, { last_seq, unread_count }]));

/**
 * Whether another member has sent a message since the last check. A message that was read at once counts as well; the user's own
 * messages, from any device, do not.
 */
export const hasNewMessages = (known: KnownChats, chats: readonly ChatView[], sub: string): boolean =>
  chats.some(({ id, last_seq, last_sender_google_id, unread_count }) => {
    const before = known.get(id) ?? { last_seq: 0, unread_count: 0 };
    return last_seq > before.last_seq && (last_sender_google_id !== sub || unread_count > before.unread_count);
  });
