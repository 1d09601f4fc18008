import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './chat-list.module.css';

/** The message of an empty list of chats. */
export const NoChats = ({ isStaff }: { readonly isStaff: boolean }) => (
  <div className={styles['message']}>
    <LazyIcon name="chat" />
    <p className={styles['headline']}>{chatListMessages.empty}</p>
    <p>{isStaff ? chatListMessages.emptyStaffHint : chatListMessages.emptyHint}</p>
  </div>
);
