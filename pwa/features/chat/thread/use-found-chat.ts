import { useEffect, useState } from 'react';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { ChatView } from '#sync/api/account-api.ts';
import { explainMissingChat } from './explain-missing-chat.ts';
import type { MissingChatReason } from './explain-missing-chat.ts';

/** A chat, or why it cannot be shown. */
export type FoundChat = ChatView | MissingChatReason;

/** Returns a chat of the user, live. A chat that is not on the device is requested, for example after a notification. */
export function useFoundChat(chatId: string): FoundChat {
  const { account } = useSync();
  const isOnline = useOnline();
  const [requested, setRequested] = useState<{ readonly chatId: string; readonly atMs: number }>();
  const found = useUserData(
    async (data) => {
      const chat = await data.chats.find(chatId);
      return { chatId, chat, state: await data.state() };
    },
    [chatId],
  );
  // While a chat is being read, the result may still be the previous chat.
  const current = found?.chatId === chatId ? found : undefined;
  const isMissing = current !== undefined && current.chat === undefined;

  useEffect(() => {
    if (!isMissing || !isOnline) return undefined;
    let isOver = false;
    const atMs = Date.now();
    const onSynced = (): void => {
      if (!isOver) setRequested({ chatId, atMs });
    };
    // A sync brings only the newest chats, so the chat itself is requested, too.
    void Promise.allSettled([account.syncAccount(), account.loadChat(chatId)]).then(onSynced);
    return () => {
      isOver = true;
    };
  }, [account, chatId, isMissing, isOnline]);

  if (current?.chat) return current.chat;
  if (!current) return 'looking';
  const requestedAtMs = requested?.chatId === chatId ? requested.atMs : undefined;
  return explainMissingChat({ isOnline, requestedAtMs, state: current.state });
}
