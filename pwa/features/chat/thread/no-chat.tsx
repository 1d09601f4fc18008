import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from '../list/chat-list.module.css';
import type { MissingChatReason } from './explain-missing-chat.ts';

interface NoChatProps {
  readonly reason: MissingChatReason;
}

const NO_CHAT = {
  looking: { icon: <Spinner />, title: 'looking', hint: undefined },
  'not-here': { icon: <LazyIcon name="offline" />, title: 'offline', hint: 'notHereHint' },
  unknown: { icon: <LazyIcon name="chat" />, title: 'unknown', hint: 'unknownHint' },
} as const;

/** The message in place of a chat that cannot be shown. */
export function NoChat({ reason }: NoChatProps) {
  const { icon, title, hint } = NO_CHAT[reason];
  return (
    <div className={styles['message']} data-late={reason === 'looking' || undefined} role="status">
      {icon}
      <p className={styles['headline']}>{chatListMessages[title]}</p>
      {hint !== undefined && <p>{chatListMessages[hint]}</p>}
    </div>
  );
}
