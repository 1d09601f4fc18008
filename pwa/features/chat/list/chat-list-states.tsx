import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './chat-list.module.css';
import type { MissingChatReason } from '../thread/explain-missing-chat.ts';

/** Nobody has asked anything yet. */
export const NoChats = ({ isStaff }: { readonly isStaff: boolean }) => (
  <div className={styles['message']}>
    <LazyIcon name="chat" />
    <p className={styles['word']}>{chatListMessages.empty}</p>
    <p>{isStaff ? chatListMessages.emptyStaffHint : chatListMessages.emptyHint}</p>
  </div>
);

/** Nothing has come from the server yet: without network nothing will. */
export function ChatsNotLoaded() {
  const isOnline = useOnline();
  return (
    <div className={styles['message']} data-late role="status">
      {isOnline ? <Spinner /> : <Icon name="offline" />}
      <p className={styles['word']}>{isOnline ? chatListMessages.loading : chatListMessages.offline}</p>
      {!isOnline && <p>{chatListMessages.offlineHint}</p>}
    </div>
  );
}

interface NoChatProps {
  readonly reason: MissingChatReason;
}

const NO_CHAT = {
  looking: { sign: <Spinner />, title: chatListMessages.looking, hint: undefined },
  'not-here': { sign: <Icon name="offline" />, title: chatListMessages.offline, hint: chatListMessages.notHereHint },
  unknown: { sign: <LazyIcon name="chat" />, title: chatListMessages.unknown, hint: chatListMessages.unknownHint },
} as const;

/** What stands in the place of a chat that cannot be shown. */
export function NoChat({ reason }: NoChatProps) {
  const { sign, title, hint } = NO_CHAT[reason];
  return (
    <div className={styles['message']} data-late={reason === 'looking' || undefined} role="status">
      {sign}
      <p className={styles['word']}>{title}</p>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}
