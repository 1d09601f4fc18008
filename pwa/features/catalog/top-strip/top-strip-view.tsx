import type { ReactNode, Ref } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { spokenName } from '#pwa/ui/spoken-name.ts';
import styles from '../list/catalog.module.css';

interface TopStripViewProps {
  /** Whether the strip is paused; the button then starts it. */
  readonly isStopped?: boolean;
  readonly onToggle?: () => void;
  readonly stripRef?: Ref<HTMLDivElement>;
  readonly trackRef?: Ref<HTMLUListElement>;
  readonly children: ReactNode;
}

/** The strip of a shop's most viewed products, with a play/pause button. */
export const TopStripView = ({ isStopped = false, onToggle, stripRef, trackRef, children }: TopStripViewProps) => (
  <section className={styles['row']} aria-label={messages.topStrip.label}>
    <div className={styles['rowHead']}>
      {/* Screen readers read the heading without its ornaments. */}
      <h2 className={styles['rowTitle']} aria-label={spokenName(messages.topStrip.heading)}>
        {messages.topStrip.heading}
      </h2>
      <IconButton
        icon={isStopped ? 'play' : 'pause'}
        label={isStopped ? messages.topStrip.start : messages.topStrip.stop}
        onClick={onToggle}
      />
    </div>
    <div ref={stripRef} className={styles['moving']}>
      <ul ref={trackRef} className={styles['track']}>
        {children}
      </ul>
    </div>
  </section>
);
