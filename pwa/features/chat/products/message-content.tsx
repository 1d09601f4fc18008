import { useMemo } from 'react';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { MessageText } from '../thread/message-text.tsx';
import { useChatProducts } from './chat-products.ts';
import { keyOf, splitMessage } from './message-products.ts';
import styles from './message-products.module.css';

interface MessageContentProps {
  readonly content: string;
  /** The words to mark in the text, empty for none. */
  readonly words: string;
}

/** The text of a message, and below it the cards of the products that it links to. */
export function MessageContent({ content, words }: MessageContentProps) {
  const { renderCard } = useChatProducts();
  const { text, products } = useMemo(() => splitMessage(content, location.origin), [content]);
  return (
    <>
      {text !== '' && <MessageText text={text} words={words} />}
      {products.length > 0 && (
        <ul className={styles['cards']} aria-label={chatProductMessages.products}>
          {products.map((link) => (
            <li key={keyOf(link)}>{renderCard(link, false)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
