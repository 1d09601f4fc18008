import { useState } from 'react';
import { AccountState } from '#pwa/features/account/account-state.tsx';
import { filterChats, NO_FILTER } from '#pwa/features/chat/list/chat-filter.ts';
import { ChatFilters } from '#pwa/features/chat/list/chat-filters.tsx';
import { ChatList } from '#pwa/features/chat/list/chat-list.tsx';
import { ChatSearchHits } from '#pwa/features/chat/list/chat-search-hits.tsx';
import { ChatSearch } from '#pwa/features/chat/list/chat-search.tsx';
import { ChatSoundButton } from '#pwa/features/chat/notifications/chat-sound-button.tsx';
import { useChatFilter } from '#pwa/features/chat/list/use-chat-filter.ts';
import type { Chats } from '#pwa/features/chat/list/use-chats.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import styles from './chat-list-pane.module.css';

interface ChatListPaneProps {
  readonly found: Chats | undefined;
  readonly openId: string | null;
  readonly onOpen: (chatId: string) => void;
}

/** The list of the chats page, with search and, for staff, filters. */
export function ChatListPane({ found, openId, onOpen }: ChatListPaneProps) {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useChatFilter();
  const hasChats = found !== undefined && found.chats.length > 0;
  const isSearching = words.trim() !== '';
  return (
    <section className={styles['side']} aria-label={chatListMessages.title}>
      <div className={styles['tools']}>
        <div className={styles['head']}>
          <h1>{chatListMessages.title}</h1>
          <ChatSoundButton />
        </div>
        {hasChats && <ChatSearch words={words} onWords={setWords} />}
        {hasChats && found.isStaff && !isSearching && (
          <ChatFilters chats={found.chats} filter={filter} onFilter={setFilter} />
        )}
      </div>
      <div className={styles['state']}>
        <AccountState />
      </div>
      <div className={styles['list']}>
        {hasChats && isSearching ? (
          <ChatSearchHits words={words} sub={found.sub} onOpen={onOpen} />
        ) : (
          <ChatList
            data={found}
            shown={found?.isStaff ? filterChats(found.chats, filter, openId) : undefined}
            openId={openId}
            onOpen={onOpen}
            onShowAll={() => setFilter(NO_FILTER)}
          />
        )}
      </div>
    </section>
  );
}
