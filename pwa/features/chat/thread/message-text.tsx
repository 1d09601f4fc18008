import { memo, useMemo, useState } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { isEmojiOnly } from './emoji-only.ts';
import { listLinkParts } from './link-parts.ts';
import styles from './message-text.module.css';

/** A text above one of these is folded: nobody scrolls past somebody's thousand empty lines. */
const FOLD_LETTERS = 1_200;
const FOLD_LINES = 20;

const isLong = (text: string): boolean => text.length > FOLD_LETTERS || text.split('\n').length > FOLD_LINES;

/** What somebody wrote, as text: lines as they were written, addresses as links, and nothing else means anything. */
export const MessageText = memo(function MessageText({ text }: { readonly text: string }) {
  const parts = useMemo(() => listLinkParts(text), [text]);
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isOpen && isLong(text);
  return (
    <>
      <p
        className={classNames(styles['text'], isFolded && styles['folded'], isEmojiOnly(text) && styles['emoji'])}
        dir="auto"
      >
        {parts.map(({ text: piece, href }, place) =>
          href === undefined ? (
            piece
          ) : (
            // The pieces of a text never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
              {piece}
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
