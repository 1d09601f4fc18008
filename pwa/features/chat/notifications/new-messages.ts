import type { ChatView } from '#sync/account/account-api.ts';

/** What was known of a chat at the last look. */
export type KnownChats = ReadonlyMap<string, Pick<ChatView, 'last_seq' | 'unread_count'>>;

export const toKnownChats = (chats: readonly ChatView[]): KnownChats =>
  new Map(chats.map(({ id, last_seq, unread_count }) => [id, { last_seq, unread_count }]));

/**
 * Whether somebody else has written since the last look. What is seen at once counts as well; one's own messages, from this device or
 * another one, do not.
 */
export const hasNewMessages = (known: KnownChats, chats: readonly ChatView[], sub: string): boolean =>
  chats.some(({ id, last_seq, last_sender_google_id, unread_count }) => {
    const before = known.get(id) ?? { last_seq: 0, unread_count: 0 };
    return last_seq > before.last_seq && (last_sender_google_id !== sub || unread_count > before.unread_count);
  });
