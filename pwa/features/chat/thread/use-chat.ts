import { useCallback, useEffect, useState } from 'react';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { reuseEqual } from '#pwa/platform/reuse-equal.ts';
import { useOpenUserData, useUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { ChatView, MessagePage, MessageView } from '#sync/api/account-api.ts';
import { keyOf } from './message-rows.ts';

/** The number of messages read at first, and added each time the user scrolls up to the oldest. */
const PAGE_MESSAGES = 50;
/** Every change reads all loaded messages again: above this number, the older ones are dropped when the user is back at the newest. */
const MAX_AT_END = 200;

/** An open chat on the device. */
export interface OpenChat {
  /** Null for a chat that is not on the device. */
  readonly chat: ChatView | null;
  /** The newest messages, in ascending order. */
  readonly messages: readonly MessageView[];
  /** The message before them, if it is on the device. */
  readonly before: MessageView | undefined;
  readonly hasOlder: boolean;
  /** Whether older messages are still being loaded, back to the one with `foundSeq`. */
  readonly isLookingBack: boolean;
  /** The state of the last attempt to load older messages. */
  readonly olderState: 'idle' | 'loading' | 'failed';
  /** Reads older messages from the device or fetches them. */
  readonly loadOlder: () => void;
  /** Drops old messages when many are loaded. */
  readonly trim: () => void;
}

/**
 * Returns a chat and its newest messages, live; undefined until loaded and when no user is signed in. With `foundSeq`, messages are loaded
 * back to the one with this number.
 */
export function useChat(chatId: string, foundSeq?: number): OpenChat | undefined {
  const { account } = useSync();
  const [count, setCount] = useState(PAGE_MESSAGES);
  const [olderState, setOlderState] = useState<OpenChat['olderState']>('idle');
  const found = useUserData(
    async ({ chats }) => {
      // One more than is shown: it determines whether the first shown message starts a day.
      const page = await chats.messages(chatId, count + 1);
      return { chat: (await chats.find(chatId)) ?? null, page, count };
    },
    [chatId, count],
  );
  const messages = useReused(found?.page.messages);

  const isOnDevice = found ? found.page.messages.length > found.count || found.page.older === 'device' : false;
  const isRead = found?.count === count;
  const oldestSeq = messages?.find(({ seq }) => seq !== null)?.seq ?? undefined;
  const missing = foundSeq === undefined || oldestSeq === undefined ? 0 : Math.max(0, oldestSeq - foundSeq);
  const step = missing > 0 ? missing + PAGE_MESSAGES : PAGE_MESSAGES;
  const fetchOlder = useCallback((): void => {
    account.loadOlderMessages(chatId).then(
      ({ ok }) => {
        setOlderState(ok ? 'idle' : 'failed');
        if (ok) setCount((last) => last + step);
      },
      () => setOlderState('failed'),
    );
  }, [account, chatId, step]);
  const loadOlder = useCallback((): void => {
    if (olderState === 'loading' || !isRead) return;
    if (isOnDevice) return setCount((last) => last + step);
    setOlderState('loading');
    fetchOlder();
  }, [fetchOlder, olderState, isOnDevice, isRead, step]);
  const trim = useCallback(() => setCount((last) => (last > MAX_AT_END ? PAGE_MESSAGES : last)), []);
  useEffect(() => {
    if (olderState !== 'failed') return undefined;
    addEventListener('online', loadOlder);
    return () => removeEventListener('online', loadOlder);
  }, [olderState, loadOlder]);

  const hasOlder = isOnDevice || (found !== undefined && found.page.older !== 'none');
  const isLookingBack = missing > 0 && hasOlder && olderState !== 'failed';
  if (isLookingBack && isOnDevice && isRead) setCount(count + step);
  const isFetchingBack = isLookingBack && !isOnDevice && isRead;
  useEffect(() => {
    if (isFetchingBack) fetchOlder();
  }, [isFetchingBack, fetchOlder]);

  if (!found || !messages) return undefined;
  const hasBefore = messages.length > found.count;
  return {
    chat: found.chat,
    messages: hasBefore ? messages.slice(1) : messages,
    before: hasBefore ? messages[0] : undefined,
    hasOlder,
    isLookingBack,
    olderState,
    loadOlder,
    trim,
  };
}

/** Returns messages that reuse the objects of unchanged ones, so that React skips them. */
function useReused(next: MessagePage['messages'] | undefined): MessagePage['messages'] | undefined {
  const [last, setLast] = useState({ next, messages: next });
  if (last.next === next) return last.messages;
  const messages = next && reuseEqual(next, last.messages ?? [], keyOf);
  setLast({ next, messages });
  return messages;
}

/** Returns the actions for a rejected message. */
export function useRejectedMessage(operationId: string | null): {
  readonly sendAgain: () => void;
  readonly discard: () => void;
} {
  const data = useOpenUserData();
  const ignore = (): void => undefined;
  return {
    // If the storage fails, the message stays with its buttons.
    sendAgain: () => {
      if (operationId !== null) data?.sendAgain(operationId).catch(ignore);
    },
    discard: () => {
      if (operationId !== null) data?.discard(operationId).catch(ignore);
    },
  };
}
