import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { ChatView } from '#sync/account/account-api.ts';
import { ChatListItem } from './chat-list-item.tsx';
import { ChatsNotLoaded, NoChats } from './chat-list-states.tsx';
import styles from './chat-list.module.css';
import type { Chats } from './use-chats.ts';

interface ChatListProps {
  /** Undefined until they have been read. */
  readonly found: Chats | undefined;
  /** Those of them that are to be seen; all unless they are narrowed down. */
  readonly shown?: readonly ChatView[] | undefined;
  /** The chat beside the list. */
  readonly openId: string | null;
  readonly onOpen: (chatId: string) => void;
  /** Takes away what narrows the list down. */
  readonly onShowAll?: (() => void) | undefined;
}

/** The user's chats, the one with the newest message first: over the page and on their own. */
export function ChatList({ found, shown = found?.chats ?? [], openId, onOpen, onShowAll }: ChatListProps) {
  if (!found || (found.chats.length === 0 && found.state.lastSyncedAtMs === null)) return <ChatsNotLoaded />;
  if (found.chats.length === 0) return <NoChats isStaff={found.isStaff} />;
  if (shown.length === 0)
    return (
      <div className={styles['message']} role="status">
        <p>{chatListMessages.filters.none}</p>
        {onShowAll && <Button onClick={onShowAll}>{chatListMessages.filters.clear}</Button>}
      </div>
    );
  return (
    <ul className={styles['list']}>
      {shown.map((chat) => (
        <li key={chat.id}>
          <ChatListItem
            chat={chat}
            isAnswered={chat.buyer_google_id !== found.sub}
            isOpen={chat.id === openId}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  );
}
