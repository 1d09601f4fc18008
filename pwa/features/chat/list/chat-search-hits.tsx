import { useUserData } from '#pwa/platform/storage/use-user-data.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import type { MessageHit } from '#sync/api/account-api.ts';
import { ChatRow } from './chat-row.tsx';
import { markWords } from './mark-words.ts';
import { MarkedText } from './marked-text.tsx';
import styles from './chat-list.module.css';
import { formatFoundMessage } from '../thread/found-message.ts';
import { keyOf } from '../thread/message-rows.ts';

interface ChatSearchHitsProps {
  /** Trimmed, at least one word. */
  readonly words: string;
  /** The searching user's id: hits in other buyers' chats show the buyer's name. */
  readonly sub: string;
  /** Whether there are chats that are not on the device, and so are not searched. */
  readonly hasOlder: boolean;
  /** Called with the chat's id and the `seq` of the hit's message, which is null until the message is on the server. */
  readonly onOpen: (chatId: string, seq: number | null) => void;
}

/**
 * The hits of a search, live, in place of the list of chats: the messages on this device that contain every word, the newest first. Each
 * hit links to its message in the chat. While a search runs, the hits of the previous search stay.
 */
export function ChatSearchHits({ words, sub, hasOlder, onOpen }: ChatSearchHitsProps) {
  const hits = useUserData(({ chats }) => chats.search(words), [words]);
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
      {hasOlder && <p className={styles['older']}>{chatListMessages.older.search}</p>}
    </>
  );
}

function Hit({
  hit: { chat, message },
  words,
  sub,
  onOpen,
}: { readonly hit: MessageHit } & Omit<ChatSearchHitsProps, 'hasOlder'>) {
  const isSeller = chat.buyer_google_id !== sub;
  return (
    <ChatRow
      chat={chat}
      time={message.timestamp}
      isSeller={isSeller}
      query={formatFoundMessage(`?${new URLSearchParams({ q: words })}`, message.seq)}
      onOpen={(chatId) => onOpen(chatId, message.seq)}
    >
      <span className={styles['text']} dir="auto">
        <MarkedText parts={markWords(message.content, words)} />
      </span>
    </ChatRow>
  );
}
