import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { Button } from '#pwa/ui/button.tsx';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import type { ChatView } from '#sync/api/account-api.ts';
import { ChatListItem } from './chat-list-item.tsx';
import { NoChats } from './chat-list-states.tsx';
import styles from './chat-list.module.css';
import { OlderChats } from './older-chats.tsx';
import type { Chats } from './use-chats.ts';

interface ChatListProps {
  /** The result of `useChats`. */
  readonly data: Chats | null | undefined;
  /** The chats that match the filter; all chats if omitted. */
  readonly shown?: readonly ChatView[] | undefined;
  /** The chat open beside the list. */
  readonly openId: string | null;
  readonly onOpen: (chatId: string) => void;
  /** Removes the filter. */
  readonly onShowAll?: (() => void) | undefined;
}

/** The user's chats, the one with the newest message first: in the floating window and on their own page. */
export function ChatList({ data, shown = data?.chats ?? [], openId, onOpen, onShowAll }: ChatListProps) {
  if (!data || (data.chats.length === 0 && data.state.lastSyncedAtMs === null)) {
    const { loading, offlineHint } = chatListMessages;
    return <NotLoaded hasAnswered={data !== undefined} loading={loading} offline={offlineHint} />;
  }
  if (data.chats.length === 0) return <NoChats isStaff={data.isStaff} />;
  if (shown.length === 0)
    return (
      <div className={styles['message']} role="status">
        <p>{chatListMessages.filters.none}</p>
        {data.hasOlder && <OlderChats />}
        {onShowAll && <Button onClick={onShowAll}>{chatListMessages.filters.clear}</Button>}
      </div>
    );
  return (
    <>
      <ul className={styles['list']}>
        {shown.map((chat) => (
          <li key={chat.id}>
            <ChatListItem
              chat={chat}
              isSeller={chat.buyer_google_id !== data.sub}
              isOpen={chat.id === openId}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {data.hasOlder && <OlderChats />}
    </>
  );
}
