import { memo, useMemo, useState } from 'react';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { isEmojiOnly } from './emoji-only.ts';
import { listLinkParts } from './link-parts.ts';
import styles from './message-text.module.css';

/** A text above one of these limits is collapsed. */
const FOLD_LENGTH = 1_200;
const FOLD_LINES = 20;

const isLong = (text: string): boolean => text.length > FOLD_LENGTH || text.split('\n').length > FOLD_LINES;

/** The text of a message, with its line breaks and with links; there is no other markup. */
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
        {parts.map(({ text: part, href }, index) =>
          href === undefined ? (
            part
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
