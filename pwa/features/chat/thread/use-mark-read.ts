import { useEffect, useSyncExternalStore } from 'react';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { ChatView, MessageView } from '#sync/api/account-api.ts';

/** Marks a chat as read while its newest message is on the screen and the page is visible. */
export function useMarkRead(
  chat: ChatView | null | undefined,
  messages: readonly MessageView[] | undefined,
  isNewestShown: boolean,
): void {
  const data = useOpenUserData();
  const isVisible = useSyncExternalStore(subscribe, isPageVisible, isPageVisible);
  // Taken from the messages, because the chat's row may already count messages that are still being synced.
  const newestSeq = messages?.findLast(({ seq }) => seq !== null)?.seq ?? 0;
  const seq = chat && chat.unread_count > 0 && newestSeq > chat.read_seq ? newestSeq : undefined;
  const chatId = chat?.id;
  useEffect(() => {
    if (!data || chatId === undefined || seq === undefined || !isNewestShown || !isVisible) return;
    // After a failed attempt, the next message starts a new one.
    data.chats.markRead(chatId, seq).catch(() => undefined);
  }, [data, chatId, seq, isNewestShown, isVisible]);
}

const isPageVisible = (): boolean => document.visibilityState === 'visible';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
