import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './chat-list.module.css';

/** The message of an empty list of chats. */
export const NoChats = ({ isStaff }: { readonly isStaff: boolean }) => (
  <div className={styles['message']}>
    <LazyIcon name="chat" />
    <p className={styles['headline']}>{chatListMessages.empty}</p>
    <p>{isStaff ? chatListMessages.emptyStaffHint : chatListMessages.emptyHint}</p>
  </div>
);

/** Shown until the first sync: a spinner, or a notice when offline. */
export function ChatsNotLoaded() {
  const isOnline = useOnline();
  return (
    <div className={styles['message']} data-late role="status">
      {isOnline ? <Spinner /> : <Icon name="offline" />}
      <p className={styles['headline']}>{isOnline ? chatListMessages.loading : chatListMessages.offline}</p>
      {!isOnline && <p>{chatListMessages.offlineHint}</p>}
    </div>
  );
}
