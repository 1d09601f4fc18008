import { useEffect } from 'react';
import { ChatButton } from '#pwa/features/chat/chat-button.tsx';
import { useChatSounds } from '#pwa/features/chat/use-chat-sound.ts';
import { countUnread, useChats } from '#pwa/features/chat/use-chats.ts';
import { useReadNotices } from '#pwa/features/chat/use-read-notices.ts';
import { useUnreadSigns } from '#pwa/features/chat/use-unread-signs.ts';
import { showChats, useFloatingChats } from '#pwa/platform/floating-chats.ts';
import { FloatingChats } from './floating-chats.tsx';

interface UserChatsProps {
  /** The screen has room for the chats over it. */
  readonly isShown: boolean;
  /** A product lies over the screen. */
  readonly isCovered: boolean;
}

const close = (): void => showChats(undefined);

/** A signed-in user's chats beside every screen: they count, sound, and open over the page. */
export function UserChats({ isShown, isCovered }: UserChatsProps) {
  const found = useChats();
  const shown = useFloatingChats();
  const unreadCount = found && countUnread(found.chats);
  useUnreadSigns(unreadCount);
  useChatSounds(found);
  useReadNotices(found?.chats);
  // Whoever signs in next has chats of their own.
  useEffect(() => close, []);
  if (!isShown) return null;
  return (
    <>
      <ChatButton
        unreadCount={unreadCount ?? 0}
        isOpen={shown !== undefined}
        onPress={() => showChats(shown ? undefined : { chatId: null })}
      />
      {shown && <FloatingChats found={found} chatId={shown.chatId} isCovered={isCovered} onClose={close} />}
    </>
  );
}
