import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import styles from './sync-line.module.css';

interface SyncLineViewProps {
  /** States that need the visitor's attention, which are announced. */
  readonly badges?: ReactNode;
  /** How fresh the data is, or how much of it has arrived; undefined until known. */
  readonly children?: ReactNode;
}

/** The line of a shop's state, at a fixed height; empty until its parts are loaded. */
export const SyncLineView = ({ badges, children }: SyncLineViewProps) => (
  <section className={styles['line']} aria-label={messages.sync.line}>
    <span role="status">{badges}</span>
    {children}
  </section>
);
