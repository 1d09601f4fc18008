import type { ReactNode } from 'react';
import { chatPagePath } from '#contract/chat-path.ts';
import { productMessages } from '#pwa/messages/en/product.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import type { ChatView } from '#sync/account/account-api.ts';
import { ChatProductImage } from './chat-product-image.tsx';
import styles from './chat-list.module.css';

interface ChatRowProps {
  readonly chat: ChatView;
  /** ISO 8601; null where nothing was said. */
  readonly time: string | null;
  /** The user is on the shop's side of it: the buyer is somebody else. */
  readonly isAnswered: boolean;
  readonly isOpen?: boolean;
  readonly isUnread?: boolean;
  readonly onOpen: (chatId: string) => void;
  /** What was said. */
  readonly children: ReactNode;
}

/** A way to a chat: what it is about, who asks and since when, and what was said. */
export function ChatRow({ chat, time, isAnswered, isOpen = false, isUnread = false, onOpen, children }: ChatRowProps) {
  return (
    <a
      className={classNames(styles['chat'], isUnread && styles['unread'])}
      href={chatPagePath(chat.id)}
      aria-current={isOpen ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen(chat.id);
      }}
    >
      <ChatProductImage chat={chat} />
      <span className={styles['title']} dir="auto">
        {chat.title}
      </span>
      <span className={styles['facts']}>
        <span className={styles['id']}>{productMessages.id(chat.product_id)}</span>
        {isAnswered && <bdi className={styles['buyer']}>{chatListMessages.buyer(chat.buyer_name)}</bdi>}
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
