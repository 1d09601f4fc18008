import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './chat-list.module.css';
import type { MissingChatReason } from '../thread/explain-missing-chat.ts';

const { chats: texts } = lazyMessages;

/** Nobody has asked anything yet. */
export const NoChats = ({ isStaff }: { readonly isStaff: boolean }) => (
  <div className={styles['message']}>
    <LazyIcon name="chat" />
    <p className={styles['word']}>{texts.empty}</p>
    <p>{isStaff ? texts.emptyStaffHint : texts.emptyHint}</p>
  </div>
);

/** Nothing has come from the server yet: without network nothing will. */
export function ChatsNotLoaded() {
  const isOnline = useOnline();
  return (
    <div className={styles['message']} data-late role="status">
      {isOnline ? <Spinner /> : <Icon name="offline" />}
      <p className={styles['word']}>{isOnline ? texts.loading : texts.offline}</p>
      {!isOnline && <p>{texts.offlineHint}</p>}
    </div>
  );
}

interface NoChatProps {
  readonly reason: MissingChatReason;
}

const NO_CHAT = {
  looking: { sign: <Spinner />, title: texts.looking, hint: undefined },
  'not-here': { sign: <Icon name="offline" />, title: texts.offline, hint: texts.notHereHint },
  unknown: { sign: <LazyIcon name="chat" />, title: texts.unknown, hint: texts.unknownHint },
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
