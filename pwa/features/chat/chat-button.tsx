import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { CountButton } from '#pwa/ui/count-button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './chat-button.module.css';

interface ChatButtonProps {
  /** Number of chats with unread messages. */
  readonly unreadCount: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** The floating button that opens and closes the chats anywhere in the shop. */
export const ChatButton = ({ unreadCount, isOpen, onPress }: ChatButtonProps) => (
  <aside className={styles['floating']} aria-label={chatListMessages.title}>
    <CountButton
      icon={<LazyIcon name="chat" />}
      label={isOpen ? chatListMessages.close : chatListMessages.open}
      count={unreadCount}
      isOpen={isOpen}
      onOpen={onPress}
    />
  </aside>
);
