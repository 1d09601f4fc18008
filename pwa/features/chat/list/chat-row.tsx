import type { ReactNode } from 'react';
import { chatPagePath } from '#contract/screens/screens.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import lineStyles from '#pwa/ui/text-lines.module.css';
import type { ChatView } from '#sync/api/account-api.ts';
import { ChatProductImage } from './chat-product-image.tsx';
import styles from './chat-list.module.css';

interface ChatRowProps {
  readonly chat: ChatView;
  /** ISO 8601; null without a message. */
  readonly time: string | null;
  /** Whether the user is on the shop's side of the chat: the buyer's name is shown then. */
  readonly isSeller: boolean;
  readonly isOpen?: boolean;
  readonly isUnread?: boolean;
  /** The query of the chat's page, with its question mark. */
  readonly query?: string;
  readonly onOpen: (chatId: string) => void;
  /** The message, and hints about the chat. */
  readonly children: ReactNode;
}

/** A link to a chat with its product, buyer, time and a message. */
export function ChatRow(props: ChatRowProps) {
  const { chat, time, isSeller, isOpen = false, isUnread = false, query = '', onOpen, children } = props;
  return (
    <a
      className={classNames(styles['chat'], isUnread && styles['unread'])}
      href={chatPagePath(chat.id) + query}
      aria-current={isOpen ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen(chat.id);
      }}
    >
      <ChatProductImage chat={chat} />
      <span className={classNames(lineStyles['two'], styles['title'])} dir="auto">
        {chat.title}
      </span>
      <span className={styles['facts']}>
        <span className={styles['id']}>{productMessages.id(chat.product_id)}</span>
        {isSeller && <bdi className={styles['buyer']}>{chatListMessages.buyer(chat.buyer_name)}</bdi>}
        {time !== null && (
          <time className={styles['time']} dateTime={time}>
            {formatTime(time)}
          </time>
        )}
      </span>
      {children}
    </a>
  );
}
