import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './app-frame.module.css';

interface FrameViewProps {
  readonly topBar: ReactNode;
  /** The affiliate disclosure, in shops that need it. */
  readonly disclosure?: ReactNode;
  /** The shop's state. */
  readonly syncLine: ReactNode;
  readonly footer: ReactNode;
  /** Drawers and notices over the page. */
  readonly overlays?: ReactNode;
  readonly children: ReactNode;
}

/** The frame around every screen. */
export const FrameView = ({ topBar, disclosure, syncLine, footer, overlays, children }: FrameViewProps) => (
  <div className={styles['frame']}>
    <a className={classNames(buttonClass('primary'), styles['skip'])} href="#content">
      {messages.frame.skipToContent}
    </a>
    {topBar}
    {disclosure}
    {syncLine}
    <main id="content" className={styles['main']} tabIndex={-1}>
      {children}
    </main>
    {footer}
    {overlays}
  </div>
);
