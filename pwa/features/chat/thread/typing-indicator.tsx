import { chatMessages } from '#pwa/messages/en/chat.ts';
import styles from './typing-indicator.module.css';
import type { Side } from './message-rows.ts';

/** Says who types at the moment. Its room is always there, so that nothing moves when somebody begins. */
export const TypingIndicator = ({ side }: { readonly side: Side | undefined }) => (
  <p className={styles['typing']} role="status">
    {side && (
      <>
        <span className={styles['dots']} aria-hidden="true">
          <span />
          <span />
          <span />
        </span>
        {chatMessages.typing[side]}
      </>
    )}
  </p>
);
