import { memo } from 'react';
import { previewMessage } from '#contract/text/message-preview.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { ChatView } from '#sync/account/account-api.ts';
import styles from './chat-list.module.css';
import { ChatRow } from './chat-row.tsx';

interface ChatListItemProps {
  readonly chat: ChatView;
  /** The user is on the shop's side of it: the buyer is somebody else. */
  readonly isAnswered: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (chatId: string) => void;
}

/** One chat of the list: what it is about, who asks, what was said last and what is unread. */
export const ChatListItem = memo(function ChatListItem({ chat, isAnswered, isOpen, onOpen }: ChatListItemProps) {
  const { has_unread_messages: isUnread, last_message_time: time, draft } = chat;
  return (
    <ChatRow chat={chat} time={time} isAnswered={isAnswered} isOpen={isOpen} isUnread={isUnread} onOpen={onOpen}>
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

/** The newest message in one line; what has no text has photos, or there is none. */
function describeLast({ last_message, last_message_photos }: ChatView): string {
  const text = previewMessage(last_message);
  if (text !== '') return text;
  return last_message_photos > 0 ? chatListMessages.photos(last_message_photos) : chatListMessages.noMessages;
}
