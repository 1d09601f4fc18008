import type { ChatReply } from '#contract/http/chat-replies.ts';
import { adminReplyMessages } from '#pwa/messages/en/admin-replies.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import lineStyles from '#pwa/ui/text-lines.module.css';
import styles from './replies.module.css';

interface ReplyRowProps {
  readonly reply: ChatReply;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** -1: towards the start. */
  readonly onMove: (step: -1 | 1) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A canned reply in the list. Its arrow buttons stay focusable at both ends, because a pressed button keeps the focus while its reply moves. */
export const ReplyRow = ({ reply: { name, text }, isFirst, isLast, onMove, onEdit, onRemove }: ReplyRowProps) => (
  <li className={styles['row']}>
    <div className={styles['content']}>
      <h2 dir="auto">{name}</h2>
      <p className={classNames(lineStyles['two'], styles['text'])} dir="auto">
        {text}
      </p>
    </div>
    <div className={styles['actions']}>
      <IconButton
        icon={<LazyIcon name="up" />}
        label={adminReplyMessages.up(name)}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      />
      <IconButton
        icon={<LazyIcon name="up" />}
        label={adminReplyMessages.down(name)}
        className={styles['down']}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      />
      <IconButton icon={<LazyIcon name="pencil" />} label={adminReplyMessages.edit(name)} onClick={onEdit} />
      <IconButton
        icon={<LazyIcon name="trash" />}
        label={adminReplyMessages.remove(name)}
        className={styles['remove']}
        onClick={onRemove}
      />
    </div>
  </li>
);
