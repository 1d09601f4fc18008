import { useEffect, useState } from 'react';
import { LIVE_SEARCH_DELAY_MS } from '#contract/limits.ts';
import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import type { MessageHit } from '#sync/account/account-api.ts';
import { ChatRow } from './chat-row.tsx';
import { markWords } from './mark-words.ts';
import styles from './chat-list.module.css';
import { keyOf } from '../thread/message-rows.ts';

interface ChatSearchHitsProps {
  readonly words: string;
  /** The searching user's id: hits in other buyers' chats show the buyer's name. */
  readonly sub: string;
  readonly onOpen: (chatId: string) => void;
}

/**
 * The messages on this device that contain every word, the newest first, live, in place of the list of chats. Each links to its chat. While
 * a search runs, the hits of the previous one stay.
 */
export function ChatSearchHits({ words, sub, onOpen }: ChatSearchHitsProps) {
  const query = useDebounced(words.trim());
  const hits = useUserData(async ({ chats }) => (query === '' ? [] : chats.search(query)), [query]);
  if (!hits) return null;
  return (
    <>
      <p className={styles['hits']} role="status">
        {hits.length === 0 ? chatListMessages.search.none : chatListMessages.search.hits(hits.length)}
      </p>
      <ul className={styles['list']}>
        {hits.map((hit) => (
          <li key={keyOf(hit.message)}>
            <Hit hit={hit} words={words} sub={sub} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
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

function Hit({ hit: { chat, message }, words, sub, onOpen }: { readonly hit: MessageHit } & ChatSearchHitsProps) {
  const isSeller = chat.buyer_google_id !== sub;
  return (
    <ChatRow chat={chat} time={message.timestamp} isSeller={isSeller} onOpen={onOpen}>
      <span className={styles['text']} dir="auto">
        {markWords(message.content, words).map(({ text, isHit }, index) =>
          // The parts of a text have no key but their index.
          // oxlint-disable-next-line react/no-array-index-key
          isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </ChatRow>
  );
}
