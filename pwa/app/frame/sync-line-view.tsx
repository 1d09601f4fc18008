import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import styles from './sync-line.module.css';

interface SyncLineViewProps {
  /** States that need the visitor's attention, which are announced. */
  readonly badges?: ReactNode;
  /** How much of the data has arrived, or how old it is; nothing while it is fresh. */
  readonly children?: ReactNode;
  /** Whether the shop is complete and as new as the server's last answer; tests wait for it. */
  readonly isUpdated?: boolean;
}

/** The state of a shop, in the space between the bar and the screen, which is empty while there is nothing to say. */
export const SyncLineView = ({ badges, children, isUpdated }: SyncLineViewProps) => (
  <section className={styles['line']} aria-label={messages.sync.line} data-updated={isUpdated || undefined}>
    <span role="status">{badges}</span>
    {children}
  </section>
);
