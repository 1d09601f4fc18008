import { memo, useMemo, useState } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { markAll } from '../list/mark-words.ts';
import { MarkedText } from '../list/marked-text.tsx';
import { isEmojiOnly } from './emoji-only.ts';
import { listLinkParts } from './link-parts.ts';
import styles from './message-content.module.css';
import { useChatProducts } from '../products/chat-products.ts';
import { keyOf, splitMessage } from '../products/message-products.ts';
import cardStyles from '../products/message-products.module.css';

/** A text above one of these limits is collapsed. */
const FOLD_LENGTH = 1_200;
const FOLD_LINES = 20;

const isLong = (text: string): boolean => text.length > FOLD_LENGTH || text.split('\n').length > FOLD_LINES;

interface MessageTextProps {
  readonly text: string;
  /** The words to mark in it, empty for none. */
  readonly words?: string;
}

/** The text of a message, with its line breaks and with links; there is no other markup. */
const MessageText = memo(function MessageText({ text, words = '' }: MessageTextProps) {
  const parts = useMemo(() => listLinkParts(text), [text]);
  const [isOpen, setOpen] = useState(false);
  // A match of the search may be in the part that would be collapsed.
  const isFolded = !isOpen && words === '' && isLong(text);
  return (
    <>
      <p
        className={classNames(styles['text'], isFolded && styles['folded'], isEmojiOnly(text) && styles['emoji'])}
        dir="auto"
      >
        {parts.map(({ text: part, href }, index) =>
          href === undefined ? (
            // The parts of a text never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <MarkedText key={index} parts={markAll(part, words)} />
          ) : (
            // The parts of a text never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
              {part}
            </a>
          ),
        )}
      </p>
      {isFolded && (
        <button type="button" className={styles['more']} onClick={() => setOpen(true)}>
          {chatMessages.showAll}
        </button>
      )}
    </>
  );
});

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
        <ul className={cardStyles['cards']} aria-label={chatProductMessages.products}>
          {products.map((link) => (
            <li key={keyOf(link)}>{renderCard(link, false)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
