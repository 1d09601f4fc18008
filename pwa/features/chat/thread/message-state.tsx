import { chatMessages } from '#pwa/messages/en/chat.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { MessageView } from '#sync/account/account-api.ts';
import { ChatIcon } from '../chat-icon.tsx';
import styles from './message-bubble.module.css';

/** What became of an own message, as a sign with a name. */
export const MessageState = ({ state }: Pick<MessageView, 'state'>) => (
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
