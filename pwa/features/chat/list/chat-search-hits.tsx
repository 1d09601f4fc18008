import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import type { MessageHit } from '#sync/account/account-api.ts';
import { ChatRow } from './chat-row.tsx';
import { markWords } from './mark-words.ts';
import styles from './chat-list.module.css';
import { keyOf } from '../thread/message-rows.ts';
import { useChatSearch } from './use-chat-search.ts';

interface ChatSearchHitsProps {
  readonly words: string;
  /** Who searches: of chats that others have begun, their name is said. */
  readonly sub: string;
  readonly onOpen: (chatId: string) => void;
}

/** The messages that were found, in the place of the list; each leads to its chat. */
export function ChatSearchHits({ words, sub, onOpen }: ChatSearchHitsProps) {
  const hits = useChatSearch(words);
  if (!hits) return null;
  return (
    <>
      <p className={styles['found']} role="status">
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

function Hit({ hit: { chat, message }, words, sub, onOpen }: { readonly hit: MessageHit } & ChatSearchHitsProps) {
  const isAnswered = chat.buyer_google_id !== sub;
  return (
    <ChatRow chat={chat} time={message.timestamp} isAnswered={isAnswered} onOpen={onOpen}>
      <span className={styles['text']} dir="auto">
        {markWords(message.content, words).map(({ text, isHit }, index) =>
          // The parts of one text have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          isHit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </ChatRow>
  );
}
