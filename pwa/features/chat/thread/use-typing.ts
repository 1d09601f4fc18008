import { useEffect, useMemo, useState } from 'react';
import { onTyping } from './typing-events.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { sideOf } from './message-rows.ts';
import type { ChatViewer, Side } from './message-rows.ts';
import { TypingNotifier } from './typing-notifier.ts';

/** Notifies the other members of a chat while the user types. */
export function useOwnTyping(chatId: string): TypingNotifier {
  const { account } = useSync();
  const typing = useMemo(
    () =>
      // Best effort: a lost notification is harmless.
      new TypingNotifier((isTyping) => void account.setTyping(chatId, isTyping).catch(() => undefined)),
    [account, chatId],
  );
  useEffect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') typing.stop();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      typing.stop();
    };
  }, [typing]);
  return typing;
}

/** Returns the side that is typing, not counting the user; if both sides type, the side opposite to the user's. */
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
