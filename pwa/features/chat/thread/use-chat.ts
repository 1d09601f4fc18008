import { useCallback, useEffect, useState } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { reuseEqual } from '#pwa/platform/reuse-equal.ts';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { ChatView, MessagePage, MessageView } from '#sync/account/account-api.ts';
import { keyOf } from './message-rows.ts';

/** Messages that are read at first, and again whenever somebody scrolls up to the oldest of them. */
const PAGE_MESSAGES = 50;
/** Every change reads them all again: more than this are let go once somebody is back at the newest. */
const MOST_AT_END = 200;

/** An open chat as the device has it. */
export interface OpenChat {
  /** Null for one that the device does not know. */
  readonly chat: ChatView | null;
  /** The newest ones, the oldest of them first. */
  readonly messages: readonly MessageView[];
  /** The message in front of them, if it is on the device. */
  readonly before: MessageView | undefined;
  readonly hasOlder: boolean;
  /** How the last attempt to get older ones stands. */
  readonly olderState: 'idle' | 'loading' | 'failed';
  /** Reads, or fetches, messages before those. */
  readonly loadOlder: () => void;
  /** Lets go of old messages that somebody has scrolled past. */
  readonly trim: () => void;
}

/** A chat and its newest messages, live; undefined until they have been read, and when nobody is signed in. */
export function useChat(chatId: string): OpenChat | undefined {
  const { account } = useSync();
  const [count, setCount] = useState(PAGE_MESSAGES);
  const [olderState, setOlderState] = useState<OpenChat['olderState']>('idle');
  const found = useUserData(
    async ({ chats }) => {
      // One more than is shown: it says whether the first one begins a day.
      const [chat, page] = await Promise.all([chats.find(chatId), chats.messages(chatId, count + 1)]);
      return { chat: chat ?? null, page, count };
    },
    [chatId, count],
  );
  const messages = useReused(found?.page.messages);

  const isOnDevice = found ? found.page.messages.length > found.count || found.page.older === 'device' : false;
  const isRead = found?.count === count;
  const loadOlder = useCallback((): void => {
    if (olderState === 'loading' || !isRead) return;
    if (isOnDevice) return setCount((last) => last + PAGE_MESSAGES);
    setOlderState('loading');
    account.loadOlderMessages(chatId).then(
      ({ ok }) => {
        setOlderState(ok ? 'idle' : 'failed');
        if (ok) setCount((last) => last + PAGE_MESSAGES);
      },
      () => setOlderState('failed'),
    );
  }, [account, chatId, olderState, isOnDevice, isRead]);
  const trim = useCallback(() => setCount((last) => (last > MOST_AT_END ? PAGE_MESSAGES : last)), []);
  useEffect(() => {
    if (olderState !== 'failed') return undefined;
    addEventListener('online', loadOlder);
    return () => removeEventListener('online', loadOlder);
  }, [olderState, loadOlder]);

  if (!found || !messages) return undefined;
  const hasBefore = messages.length > found.count;
  return {
    chat: found.chat,
    messages: hasBefore ? messages.slice(1) : messages,
    before: hasBefore ? messages[0] : undefined,
    hasOlder: isOnDevice || found.page.older !== 'none',
    olderState,
    loadOlder,
    trim,
  };
}

/** Messages with the objects that are drawn already. */
function useReused(next: MessagePage['messages'] | undefined): MessagePage['messages'] | undefined {
  const [drawn, setDrawn] = useState({ next, messages: next });
  if (drawn.next === next) return drawn.messages;
  const messages = next && reuseEqual(next, drawn.messages ?? [], keyOf);
  setDrawn({ next, messages });
  return messages;
}

/** What can be done about a message that the server refused. */
export function useRejectedMessage(op: number | null): {
  readonly sendAgain: () => void;
  readonly discard: () => void;
} {
  const data = useOpenUserData();
  const ignore = (): void => undefined;
  return {
    // A storage that fails leaves the message where it is, with its buttons.
    sendAgain: () => {
      if (op !== null) data?.sendAgain(op).catch(ignore);
    },
    discard: () => {
      if (op !== null) data?.discard(op).catch(ignore);
    },
  };
}
