import { chatMessages } from '#pwa/messages/en/chat.ts';
import styles from './typing-indicator.module.css';
import type { Side } from './message-rows.ts';

/** Shows which side is typing. It always takes its space, so that the layout does not shift. */
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
