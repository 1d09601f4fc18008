import { memo } from 'react';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import type { MessageView } from '#sync/api/account-api.ts';
import { ChatIcon } from '../chat-icon.tsx';
import { formatClock } from './day-label.ts';
import styles from './message-bubble.module.css';
import { MessagePhotos } from '../photos/message-photos.tsx';
import { MessageContent } from './message-content.tsx';
import type { Side } from './message-rows.ts';
import { useRejectedMessage } from './use-chat.ts';

interface MessageBubbleProps {
  readonly message: MessageView;
  readonly isOwn: boolean;
  readonly side: Side;
  readonly isFollowing: boolean;
  /** The words of the search that found this message; undefined if no search found it. */
  readonly foundBy?: string | undefined;
  readonly onOpenPhoto: (paths: readonly string[], index: number) => void;
}

/** One message: sender, text, photos and time; for an own message also its delivery state. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isOwn, side, isFollowing, foundBy, onOpenPhoto } = props;
  const who = chatMessages.sides[side];
  return (
    <div
      className={styles['message']}
      data-own={isOwn || undefined}
      data-following={isFollowing || undefined}
      data-found={foundBy !== undefined || undefined}
    >
      <span className={styles['icon']} data-side={side} title={isFollowing ? undefined : who}>
        {!isFollowing && <ChatIcon name={side} />}
      </span>
      <div className={styles['bubble']}>
        <VisuallyHidden>{`${isOwn ? chatMessages.you : who}: `}</VisuallyHidden>
        {message.images.length > 0 && <MessagePhotos paths={message.images} onOpen={onOpenPhoto} />}
        {message.content !== '' && <MessageContent content={message.content} words={foundBy ?? ''} />}
        <p className={styles['foot']}>
          <time dateTime={message.timestamp} title={formatTime(message.timestamp)}>
            {formatClock(message.timestamp)}
          </time>
          {isOwn && <MessageState state={message.state} />}
        </p>
      </div>
      {message.rejection && <Rejection operationId={message.operationId} code={message.rejection.code} />}
    </div>
  );
});

/** The delivery state of an own message, as an icon with a label. */
const MessageState = ({ state }: Pick<MessageView, 'state'>) => (
  <span
    className={styles['state']}
    data-state={state}
    role="img"
    aria-label={chatMessages.states[state]}
    title={chatMessages.states[state]}
  >
    {state === 'waiting' ? <LazyIcon name="clock" /> : <ChatIcon name={state} />}
  </span>
);

function Rejection({ operationId, code }: { readonly operationId: string | null; readonly code: string }) {
  const { sendAgain, discard } = useRejectedMessage(operationId);
  return (
    <div className={styles['rejection']}>
      <p>
        <strong>{chatMessages.states.rejected}.</strong> {errorMessage(code)}
      </p>
      <Button look="quiet" onClick={sendAgain}>
        {chatMessages.sendAgain}
      </Button>
      <Button look="quiet" onClick={discard}>
        {chatMessages.discard}
      </Button>
    </div>
  );
}
