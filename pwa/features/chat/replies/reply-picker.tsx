import { useEffect, useRef } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import { chatReplyMessages } from '#pwa/messages/en/chat-replies.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import styles from './reply-picker.module.css';

interface ReplyPickerProps {
  readonly id: string;
  readonly replies: readonly ChatReply[];
  readonly active: number;
  readonly onPick: (reply: ChatReply) => void;
}

/** Returns the id of the option at an index, for `aria-activedescendant`. */
export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** The canned replies above the field. The field keeps the focus; its keys or a tap choose a reply. */
export function ReplyPicker({ id, replies, active, onPick }: ReplyPickerProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div className={styles['picker']}>
      <VisuallyHidden>
        <span role="status">{chatReplyMessages.found(replies.length)}</span>
      </VisuallyHidden>
      {replies.length === 0 && <p className={styles['empty']}>{chatReplyMessages.none}</p>}
      <div ref={list} id={id} role="listbox" aria-label={chatReplyMessages.title} className={styles['list']}>
        {replies.map((reply, index) => (
          // The field has the focus and handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={reply.id}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles['option']}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
          >
            <span className={styles['name']} dir="auto">
              {reply.name}
            </span>
            <span className={styles['text']} dir="auto">
              {reply.text}
            </span>
          </div>
        ))}
      </div>
      <div className={styles['foot']}>
        <span className={styles['keys']}>{replies.length > 0 && chatReplyMessages.keys}</span>
        <a href={`${CART_SHOP.adminPath}?view=replies`}>{chatReplyMessages.manage}</a>
      </div>
    </div>
  );
}
