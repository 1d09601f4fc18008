import { useEffect, useMemo, useState } from 'react';
import { onTyping } from '#pwa/platform/engine/typing-events.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { sideOf } from './message-rows.ts';
import type { ChatViewer, Side } from './message-rows.ts';
import { TypingNotifier } from './typing-notifier.ts';

/** Tells the others of a chat that the user types. */
export function useOwnTyping(chatId: string): TypingNotifier {
  const { account } = useSync();
  const notes = useMemo(
    () =>
      // Nobody misses it when it is lost.
      new TypingNotifier((isTyping) => void account.setTyping(chatId, isTyping).catch(() => undefined)),
    [account, chatId],
  );
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') notes.stop();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      notes.stop();
    };
  }, [notes]);
  return notes;
}

/** Which side of a chat types at the moment, besides the user: the other side, if both do. */
export function usePeerTyping(chatId: string, chatViewer: ChatViewer | undefined): Side | undefined {
  const { engine } = useSync();
  const user = useUser();
  const [typing, setTyping] = useState<readonly string[]>([]);
  useEffect(
    () =>
      onTyping(engine, (event) => {
        if (event.chatId !== chatId) return;
        setTyping((last) => {
          const others = last.filter((id) => id !== event.userId);
          return event.isTyping ? [...others, event.userId] : others;
        });
      }),
    [engine, chatId],
  );
  if (!chatViewer) return undefined;
  const sides = typing.filter((id) => id !== user?.sub).map((id) => sideOf(id, chatViewer));
  const own = sideOf(chatViewer.sub, chatViewer);
  return sides.find((side) => side !== own) ?? sides[0];
}
