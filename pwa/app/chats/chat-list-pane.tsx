import { useEffect, useState } from 'react';
import { LIVE_SEARCH_DELAY_MS } from '#contract/limits.ts';
import { AccountState } from '#pwa/features/account/account-state.tsx';
import { filterChats, NO_FILTER, parseChatFilter } from '#pwa/features/chat/list/chat-filter.ts';
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
  readonly found: Chats | null | undefined;
  readonly openId: string | null;
  /** Called with a chat and, for a message that a search has found, its number in the chat. */
  readonly onOpen: (chatId: string, seq?: number | null) => void;
}

/** The list of the chats page, with search and, for staff, filters. */
export function ChatListPane({ found, openId, onOpen }: ChatListPaneProps) {
  const [filter, setFilter] = useChatFilter();
  const [words, setWords] = useState(filter.words);
  const query = useDebounced(words.trim());
  // The URL keeps the search words while a chat replaces the list, as on a tablet.
  useEffect(() => {
    if (query !== parseChatFilter(location.search).words)
      setFilter({ ...parseChatFilter(location.search), words: query });
  }, [query, setFilter]);
  const hasChats = !!found && found.chats.length > 0;
  const isSearching = words.trim() !== '' && query !== '';
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
          <ChatSearchHits words={query} sub={found.sub} hasOlder={found.hasOlder} onOpen={onOpen} />
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

/** Returns the text after a pause in typing: each search scans all messages. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), LIVE_SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
