import { memo } from 'react';
import { previewMessage } from '#contract/chats/message-preview.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { ChatView } from '#sync/api/account-api.ts';
import styles from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';

interface ChatListItemProps {
  readonly chat: ChatView;
  /** Whether the user is on the shop's side of the chat. */
  readonly isSeller: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (chatId: string) => void;
}

/** One chat of the list: product, buyer, last message, draft and unread marker. */
export const ChatListItem = memo(function ChatListItem({ chat, isSeller, isOpen, onOpen }: ChatListItemProps) {
  const { has_unread_messages: isUnread, last_message_time: time, draft } = chat;
  return (
    <ChatRow chat={chat} time={time} isSeller={isSeller} isOpen={isOpen} isUnread={isUnread} onOpen={onOpen}>
      <span className={styles['last']}>
        <span className={styles['text']} dir="auto">
          {describeLast(chat)}
        </span>
        {isUnread && (
          <span className={styles['marker']}>
            <span aria-hidden="true">{chatListMessages.unread}</span>
            <VisuallyHidden>{chatListMessages.unreadCount(chat.unread_count)}</VisuallyHidden>
          </span>
        )}
      </span>
      {draft !== '' && (
        <span className={styles['hint']}>
          <strong>{chatListMessages.draft}</strong> <bdi>{previewMessage(draft)}</bdi>
        </span>
      )}
      {chat.isWaiting && (
        <span className={styles['hint']}>
          <LazyIcon name="clock" />
          {chatListMessages.waiting}
        </span>
      )}
    </ChatRow>
  );
});

/** Returns the newest message in one line; for one without text, the number of its photos. */
function describeLast({ last_message, last_message_photos }: ChatView): string {
  const text = previewMessage(last_message);
  if (text !== '') return text;
  return last_message_photos > 0 ? chatListMessages.photos(last_message_photos) : chatListMessages.noMessages;
}
