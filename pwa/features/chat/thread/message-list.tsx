import { memo } from 'react';
import { Virtualizer } from 'virtua';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { ChatIcon } from '../chat-icon.tsx';
import { labelDay } from './day-label.ts';
import type { FoundMessage } from './found-message.ts';
import { MessageBubble } from './message-bubble.tsx';
import styles from './message-list.module.css';
import type { MessageRow } from './message-rows.ts';
import type { OpenChat } from './use-chat.ts';
import { useListScroll } from './use-list-scroll.ts';

/** How often the day labels are refreshed, because they change at midnight. */
const TICK_MS = 30_000;

interface MessageListProps extends Pick<OpenChat, 'hasOlder' | 'olderState' | 'loadOlder'> {
  readonly rows: readonly MessageRow[];
  /** Whether there are unread messages of the other side. */
  readonly hasUnread: boolean;
  /** The message to show instead of the newest; it is among the rows. */
  readonly found: FoundMessage | undefined;
  /** Whether the first screen is fully loaded. */
  readonly isShown: boolean;
  /** Called with whether the newest message is on the screen. */
  readonly onAtEnd: (isAtEnd: boolean) => void;
  readonly onOpenPhoto: (paths: readonly string[], index: number) => void;
}

/** The messages of a chat, the oldest on top, as a virtual list: a long chat scrolls like a short one. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { rows, olderState, loadOlder, hasUnread, found, isShown, onOpenPhoto } = props;
  const { list, isShifted, isAtEnd, onScroll, onResize, toEnd } = useListScroll(props);
  const nowMs = useNow(TICK_MS);
  return (
    <div className={classNames(styles['frame'], !isShown && styles['hidden'])}>
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroller']} role="region" aria-label={chatMessages.list} tabIndex={0}>
        <div className={styles['filler']} />
        {rows.length === 0 && <p className={styles['empty']}>{chatMessages.empty}</p>}
        <Virtualizer
          ref={list}
          as="ol"
          item="li"
          data={rows}
          shift={isShifted}
          bufferSize={400}
          onScroll={onScroll}
          onResize={onResize}
        >
          {({ message, key, day, isOwn, side, isFollowing }) => (
            <div key={key} className={styles['row']} data-message={message.id}>
              {day !== null && <p className={styles['day']}>{labelDay(day, nowMs)}</p>}
              <MessageBubble
                message={message}
                isOwn={isOwn}
                side={side}
                isFollowing={isFollowing}
                foundBy={found !== undefined && message.seq === found.seq ? found.words : undefined}
                onOpenPhoto={onOpenPhoto}
              />
            </div>
          )}
        </Virtualizer>
      </div>
      <Older olderState={olderState} loadOlder={loadOlder} />
      {!isAtEnd && (
        <button type="button" className={styles['toEnd']} data-new={hasUnread || undefined} onClick={toEnd}>
          {hasUnread ? chatMessages.newMessages : <span className={styles['label']}>{chatMessages.toNewest}</span>}
          <ChatIcon name="down" />
        </button>
      )}
    </div>
  );
});

/** The state of loading older messages. */
function Older({ olderState, loadOlder }: Pick<OpenChat, 'olderState' | 'loadOlder'>) {
  const isOnline = useOnline();
  if (olderState === 'idle') return null;
  return (
    <div className={styles['older']} role="status">
      {olderState === 'loading' ? (
        <>
          <Spinner />
          <span>{chatMessages.loadingOlder}</span>
        </>
      ) : (
        <>
          <span>{isOnline ? chatMessages.olderFailed : chatMessages.olderOffline}</span>
          <Button look="quiet" onClick={loadOlder}>
            {chatMessages.tryAgain}
          </Button>
        </>
      )}
    </div>
  );
}
