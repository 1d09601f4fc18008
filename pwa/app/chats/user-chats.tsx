import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ChatButton } from '#pwa/features/chat/chat-button.tsx';
import { useChatSounds } from '#pwa/features/chat/notifications/use-chat-sounds.ts';
import { countUnread, useChats } from '#pwa/features/chat/list/use-chats.ts';
import { useClearReadNotifications } from '#pwa/features/chat/notifications/use-clear-read-notifications.ts';
import { useUnreadBadge } from '#pwa/features/chat/notifications/use-unread-badge.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { floatingChats } from './floating-chats-state.ts';
import { FloatingChats } from './floating-chats.tsx';

interface UserChatsProps {
  /** The chats may be shown over this screen; false on the screen of the chats themselves. */
  readonly isShown: boolean;
  /** A button that opens the chats floats over the screen, because the screen itself has no link to them. */
  readonly hasButton: boolean;
  /** A product lies over the screen. */
  readonly isCovered: boolean;
}

const close = (): void => floatingChats.set(undefined);

/** The number of chats with unread messages, in parentheses; nothing for none. */
export function UnreadCount(): ReactNode {
  const count = countUnread(useChats()?.chats ?? []);
  return count > 0 && <span>({formatNumber(count)})</span>;
}

/** The signed-in user's chats beside every screen: unread count, sound, and the chats over the page. */
export function UserChats({ isShown, hasButton, isCovered }: UserChatsProps) {
  const found = useChats();
  const shown = useObservable(floatingChats);
  const unreadCount = found ? countUnread(found.chats) : undefined;
  useUnreadBadge(unreadCount);
  useChatSounds(found ?? undefined);
  useClearReadNotifications(found?.chats);
  // Closes the chats when the user changes: the next user has others.
  useEffect(() => close, []);
  if (!isShown) return null;
  return (
    <>
      {hasButton && (
        <ChatButton
          unreadCount={unreadCount ?? 0}
          isOpen={shown !== undefined}
          onPress={() => floatingChats.set(shown ? undefined : { chatId: null })}
        />
      )}
      {shown && (
        <FloatingChats
          found={found}
          chatId={shown.chatId}
          isOverList={shown.isOverList === true}
          isCovered={isCovered}
          onClose={close}
        />
      )}
    </>
  );
}
