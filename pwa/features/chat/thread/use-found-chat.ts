import { useEffect, useState } from 'react';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { ChatView } from '#sync/account/account-api.ts';
import { explainMissingChat } from './explain-missing-chat.ts';
import type { MissingChatReason } from './explain-missing-chat.ts';

/** A chat by its address, or why it cannot be shown. */
export type FoundChat = ChatView | MissingChatReason;

/** A chat of the user, live. One that the device does not know, such as one that a message led to, is asked for once. */
export function useFoundChat(chatId: string): FoundChat {
  const { account } = useSync();
  const isOnline = useOnline();
  const [asked, setAsked] = useState<{ readonly chatId: string; readonly atMs: number }>();
  const found = useUserData(
    async (data) => {
      const [chat, state] = await Promise.all([data.chats.find(chatId), data.state()]);
      return { chatId, chat, state };
    },
    [chatId],
  );
  // While another chat is read, the one before is still what was read.
  const current = found?.chatId === chatId ? found : undefined;
  const isMissing = current !== undefined && current.chat === undefined;

  useEffect(() => {
    if (!isMissing || !isOnline) return undefined;
    let isOver = false;
    const atMs = Date.now();
    const note = (): void => {
      if (!isOver) setAsked({ chatId, atMs });
    };
    account.syncAccount().then(note, note);
    return () => {
      isOver = true;
    };
  }, [account, chatId, isMissing, isOnline]);

  if (current?.chat) return current.chat;
  if (!current) return 'looking';
  const askedAtMs = asked?.chatId === chatId ? asked.atMs : undefined;
  return explainMissingChat({ isOnline, askedAtMs, state: current.state });
}
